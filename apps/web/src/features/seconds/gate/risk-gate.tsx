import { breakEvenRate, expectedCost, gainOf, type Payout } from '@app/domain/seconds';
import { type Amount, multiplyByCount, negate, parseDecimal } from '@app/money';
import { type GateQuestion, showToast, RiskGate as UiGate } from '@app/ui';
import { useNavigate } from 'react-router';
import { noteRiskRead } from '../../../data/account/risk-read.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { costText, moneyText, shareText, signedText } from '../seconds-texts.ts';

const STAKE = parseDecimal<Amount>('10');
const CURRENCY = 'USDT';
/** Bets of the example. */
const BETS = 100;

/** Explains the risk before the first bet with real money: what a hundred bets cost, and three questions. */
export function RiskGate({ payout }: { payout: Payout }) {
  const text = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const { mutate, isPending } = useChangeMode();
  const toDemo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <UiGate
      name={text('seconds.title')}
      title={text('seconds.gate.title', { name: user?.nickname || user?.account || '' })}
      leave={{ label: text('seconds.gate.leave'), go: () => void navigate(MARKET_PATH, { replace: true }) }}
      facts={[
        { icon: 'warn', text: text('seconds.gate.lose'), isStrong: true },
        { icon: 'percent', text: text('seconds.gate.even', { share: shareText(breakEvenRate(payout.rate)) }) },
        { icon: 'clock', text: text('seconds.gate.fast') },
        { icon: 'shield', text: text('seconds.gate.receipt') },
      ]}
      questions={questionsOf(payout, text)}
      labels={{
        questions: text('seconds.gate.questions'),
        right: (n) => text('seconds.gate.right', { n }),
        todo: text('seconds.gate.todo'),
        passed: text('seconds.gate.about'),
      }}
      safe={{ label: text('seconds.go.demo'), go: toDemo, busy: isPending }}
      act={{ label: text('seconds.gate.go'), go: () => noteRiskRead('seconds', user?.id ?? '') }}
    >
      <Example payout={payout} />
    </UiGate>
  );
}

/** Shows what one bet of 10 wins and loses, and what a hundred of them cost on average. */
function Example({ payout }: { payout: Payout }) {
  const text = useText();
  const gain = gainOf({ stake: STAKE, payoutRate: payout.rate });
  const cost = multiplyByCount(expectedCost(STAKE, payout.rate), BETS);
  return (
    <section className="card card--inset">
      <div className="text-label text-ink-3">{text('seconds.gate.example')}</div>
      <dl className="gate__three">
        <div>
          <dt>{text('seconds.if.right')}</dt>
          <dd className="tone-up">{`+${moneyText(gain, CURRENCY)}`}</dd>
        </div>
        <div>
          <dt>{text('seconds.if.wrong')}</dt>
          <dd className="tone-down">{signedText(negate(STAKE), CURRENCY)}</dd>
        </div>
        <div>
          <dt>{text('seconds.gate.hundred')}</dt>
          <dd className="tone-down">{`−${costText(cost, CURRENCY)}`}</dd>
        </div>
      </dl>
    </section>
  );
}

function questionsOf(payout: Payout, text: Text): readonly GateQuestion[] {
  const share = shareText(breakEvenRate(payout.rate));
  return [
    {
      name: 'wrong',
      text: text('seconds.gate.q.wrong'),
      choices: [
        ['half', text('seconds.gate.half')],
        ['all', text('seconds.gate.all')],
      ],
      right: 'all',
      why: text('seconds.gate.q.wrong.why'),
    },
    {
      name: 'often',
      text: text('seconds.gate.q.often'),
      choices: [
        ['half', '50%'],
        ['more', share],
      ],
      right: 'more',
      why: text('seconds.gate.q.often.why', { share }),
    },
    {
      name: 'other',
      text: text('seconds.gate.q.other'),
      choices: [
        ['user', text('seconds.gate.user')],
        ['us', text('seconds.gate.us')],
      ],
      right: 'us',
      why: text('seconds.gate.q.other.why'),
    },
  ];
}
