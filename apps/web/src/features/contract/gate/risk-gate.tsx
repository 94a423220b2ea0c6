import type { ContractTerms } from '@app/domain/contract';
import { type Rate, showAmount, showPercent } from '@app/money';
import { type GateQuestion, showToast, RiskGate as UiGate } from '@app/ui';
import { useNavigate } from 'react-router';
import { noteRiskRead } from '../../../data/account/risk-read.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { rateText } from '../trade/contract-texts.ts';
import { gateExample } from './gate-example.ts';

type Props = { terms: ContractTerms; overnightRate: Rate };

/** Explains the risk of contracts before the first one: what can be lost, and three questions. Both ways on are alike. */
export function RiskGate({ terms, overnightRate }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const name = user?.nickname ?? ''; // An address would fill the screen.
  const { mutate, isPending } = useChangeMode();
  const toDemo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <UiGate
      name={text('contract.title')}
      title={name === '' ? text('contract.gate.title.plain') : text('contract.gate.title', { name })}
      leave={{ label: text('contract.gate.leave'), go: () => void navigate(MARKET_PATH, { replace: true }) }}
      facts={[
        { icon: 'warn', text: text('contract.gate.lose'), isStrong: true },
        { icon: 'clock', text: text('contract.gate.night', { rate: rateText(overnightRate) }) },
        { icon: 'shield', text: text('contract.gate.stops') },
      ]}
      questions={questionsOf(terms, text)}
      labels={{
        questions: text('contract.gate.questions'),
        right: (n) => text('contract.gate.right', { n }),
        todo: text('contract.gate.todo'),
        passed: text('contract.gate.about'),
      }}
      safe={{ label: text('contract.gate.demo'), go: toDemo, busy: isPending }}
      act={{ label: text('contract.gate.go'), go: () => noteRiskRead('contract', user?.id ?? '') }}
    >
      <Example terms={terms} />
    </UiGate>
  );
}

/** Shows what a fall does to 100 USDT at ten times, by the terms in force. */
function Example({ terms }: Pick<Props, 'terms'>) {
  const text = useText();
  const { closesAt, halfway, lossHalfway } = gateExample(terms);
  return (
    <section className="card card--inset">
      <div className="flex flex-wrap justify-between gap-x-3 text-label text-ink-3">
        <span>{text('contract.gate.example')}</span>
        <span>{text('contract.gate.moves')}</span>
      </div>
      <dl className="gate__scale">
        <div>
          <dt className="text-(--warn)">{text('contract.gate.closed', { rate: showPercent(closesAt) })}</dt>
          <dd>{text('contract.gate.upto')}</dd>
        </div>
        <div>
          <dt>{showPercent(halfway)}</dt>
          <dd>{showAmount(lossHalfway, 2)}</dd>
        </div>
        <div>
          <dt>{text('contract.gate.entry')}</dt>
          <dd>0.00</dd>
        </div>
      </dl>
    </section>
  );
}

function questionsOf(terms: ContractTerms, text: Text): readonly GateQuestion[] {
  const fall = showPercent(gateExample(terms).closesAt).replace('−', '');
  return [
    {
      name: 'fall',
      text: text('contract.gate.fall'),
      choices: [
        ['close', fall],
        ['half', '50%'],
        ['all', '100%'],
      ],
      right: 'close',
      why: text('contract.gate.fall.why', { rate: fall }),
    },
    {
      name: 'more',
      text: text('contract.gate.more'),
      choices: [
        ['yes', text('contract.gate.yes')],
        ['no', text('contract.gate.no')],
      ],
      right: 'no',
      why: text('contract.gate.more.why'),
    },
    {
      name: 'other',
      text: text('contract.gate.other'),
      choices: [
        ['user', text('contract.gate.user')],
        ['us', text('contract.gate.us')],
      ],
      right: 'us',
      why: text('contract.gate.other.why'),
    },
  ];
}
