import type { ContractTerms } from '@app/domain/contract';
import { type Rate, showAmount, showPercent } from '@app/money';
import { Button, FullSheet, Icon, type IconName, showToast } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { rateText } from '../trade/contract-texts.ts';
import { gateExample } from './gate-example.ts';
import { notePassed } from './gate-kept.ts';

type Props = { terms: ContractTerms; overnightRate: Rate };

const RIGHT = { fall: 'close', more: 'no', other: 'us' } as const;
type Question = keyof typeof RIGHT;
const QUESTIONS = ['fall', 'more', 'other'] as const;
type Answers = Partial<Readonly<Record<Question, string>>>;

/** Explains the risk of contracts before the first one: what can be lost, and three questions. Both ways on are alike. */
export function RiskGate({ terms, overnightRate }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [answers, setAnswers] = useState<Answers>({});
  const { mutate, isPending } = useChangeMode();
  const right = QUESTIONS.filter((question) => answers[question] === RIGHT[question]).length;
  const isPassed = right === QUESTIONS.length;
  const toDemo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  const foot = (
    <footer className="gate__foot">
      <div className="pair">
        <Button busy={isPending} onClick={toDemo}>
          {text('contract.gate.demo')}
        </Button>
        <Button disabled={!isPassed} blocked={!isPassed} onClick={() => notePassed(user?.id ?? '')}>
          {text('contract.gate.go')}
        </Button>
      </div>
      <p className="text-center text-micro text-ink-3">
        {text(isPassed ? 'contract.gate.about' : 'contract.gate.todo')}
      </p>
    </footer>
  );
  return (
    <FullSheet
      open
      onClose={() => void navigate(MARKET_PATH, { replace: true })}
      title={text('contract.title')}
      closeLabel={text('contract.gate.leave')}
      foot={foot}
    >
      <h1 className="gate__title">{text('contract.gate.title', { name: user?.nickname || user?.account || '' })}</h1>
      <Example terms={terms} />
      <ul className="gate__facts">
        <Line icon="warn" isStrong>
          {text('contract.gate.lose')}
        </Line>
        <Line icon="clock">{text('contract.gate.night', { rate: rateText(overnightRate) })}</Line>
        <Line icon="shield">{text('contract.gate.stops')}</Line>
      </ul>
      <div className="flex items-baseline justify-between pt-2 pb-3">
        <h2 className="text-title">{text('contract.gate.questions')}</h2>
        <span className="text-label text-ink-2">{text('contract.gate.right', { n: right })}</span>
      </div>
      <Quiz
        terms={terms}
        answers={answers}
        onAnswer={(question, answer) => setAnswers({ ...answers, [question]: answer })}
      />
    </FullSheet>
  );
}

function Line({ icon, isStrong = false, children }: { icon: IconName; isStrong?: boolean; children: ReactNode }) {
  return (
    <li className={isStrong ? 'gate__fact gate__fact--strong' : 'gate__fact'}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </li>
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

type QuizProps = Pick<Props, 'terms'> & { answers: Answers; onAnswer: (question: Question, answer: string) => void };

/** Asks three questions; a wrong answer is explained and can be changed. */
function Quiz({ terms, answers, onAnswer }: QuizProps) {
  const text = useText();
  const fall = showPercent(gateExample(terms).closesAt).replace('−', '');
  const choices: Readonly<Record<Question, readonly (readonly [value: string, label: string])[]>> = {
    fall: [
      ['close', fall],
      ['half', '50%'],
      ['all', '100%'],
    ],
    more: [
      ['yes', text('contract.gate.yes')],
      ['no', text('contract.gate.no')],
    ],
    other: [
      ['user', text('contract.gate.user')],
      ['us', text('contract.gate.us')],
    ],
  };
  return (
    <div className="grid gap-4 pb-4">
      {QUESTIONS.map((question) => (
        <fieldset key={question} className="quiz">
          <legend className="quiz__q">
            <Icon name={answers[question] === RIGHT[question] ? 'check' : 'help'} size={16} />
            {text(`contract.gate.${question}`)}
          </legend>
          <div className="quiz__a">
            {choices[question].map(([value, label]) => (
              <label key={value} className={answers[question] === value ? 'chip chip--on' : 'chip'}>
                <input
                  type="radio"
                  className="sr-only"
                  name={question}
                  checked={answers[question] === value}
                  onChange={() => onAnswer(question, value)}
                />
                {label}
              </label>
            ))}
          </div>
          {answers[question] !== undefined && answers[question] !== RIGHT[question] && (
            <p className="hint hint--error" role="alert">
              {text(`contract.gate.${question}.why`, { rate: fall })}
            </p>
          )}
        </fieldset>
      ))}
    </div>
  );
}
