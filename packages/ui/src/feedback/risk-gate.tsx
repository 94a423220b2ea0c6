import { type ReactNode, useState } from 'react';
import { Button } from '../entry/button.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { FullSheet } from './full-sheet.tsx';

/** A fact about the risk; a strong one stands out. */
export type GateFact = { readonly icon: IconName; readonly text: string; readonly isStrong?: boolean };

/** A question with its choices; a wrong answer is explained and can be changed. */
export type GateQuestion = {
  readonly name: string;
  readonly text: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly right: string;
  readonly why: string;
};

type Way = { label: string; go: () => void; busy?: boolean };
type Props = {
  /** Name of the product, in the bar. */
  name: string;
  title: string;
  leave: Way;
  facts: readonly GateFact[];
  questions: readonly GateQuestion[];
  labels: { questions: string; right: (count: number) => string; todo: string; passed: string };
  /** The way without risk, as large as the other one. */
  safe: Way;
  /** Possible once every question is answered right. */
  act: Way;
  /** An example of what can be lost. */
  children: ReactNode;
};

type Answers = Readonly<Record<string, string>>;

/** Explains the risk of a product on the whole screen before its first use, and asks about it. */
export function RiskGate({ name, title, leave, facts, questions, labels, safe, act, children }: Props) {
  const [answers, setAnswers] = useState<Answers>({});
  const right = questions.filter((question) => answers[question.name] === question.right).length;
  const isPassed = right === questions.length;
  const foot = (
    <footer className="gate__foot">
      <div className="pair">
        <Button busy={safe.busy === true} onClick={safe.go}>
          {safe.label}
        </Button>
        <Button disabled={!isPassed} blocked={!isPassed} onClick={act.go}>
          {act.label}
        </Button>
      </div>
      <p className="text-center text-micro text-ink-3">{isPassed ? labels.passed : labels.todo}</p>
    </footer>
  );
  return (
    <FullSheet open onClose={leave.go} title={name} closeLabel={leave.label} foot={foot}>
      <h1 className="gate__title">{title}</h1>
      {children}
      <ul className="gate__facts">
        {facts.map(({ icon, text, isStrong = false }) => (
          <li key={text} className={isStrong ? 'gate__fact gate__fact--strong' : 'gate__fact'}>
            <Icon name={icon} size={16} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="flex items-baseline justify-between pt-2 pb-3">
        <h2 className="text-title">{labels.questions}</h2>
        <span className="text-label text-ink-2">{labels.right(right)}</span>
      </div>
      <div className="grid gap-4 pb-4">
        {questions.map((question) => (
          <Question
            key={question.name}
            question={question}
            answer={answers[question.name]}
            onAnswer={(answer) => setAnswers({ ...answers, [question.name]: answer })}
          />
        ))}
      </div>
    </FullSheet>
  );
}

type QuestionProps = { question: GateQuestion; answer: string | undefined; onAnswer: (answer: string) => void };

function Question({ question: { name, text, choices, right, why }, answer, onAnswer }: QuestionProps) {
  return (
    <fieldset className="quiz">
      <legend className="quiz__q">
        <Icon name={answer === right ? 'check' : 'help'} size={16} />
        {text}
      </legend>
      <div className="quiz__a">
        {choices.map(([value, label]) => (
          <label key={value} className={answer === value ? 'chip chip--on' : 'chip'}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {answer !== undefined && answer !== right && (
        <p className="hint hint--error" role="alert">
          {why}
        </p>
      )}
    </fieldset>
  );
}
