import { Button, Empty, ErrorPanel, Facts, Field, Icon, NavBar, Note, Page, ResultView, Steps } from '@app/ui';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { useDraft } from '../../../data/app/draft.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { CardsLoading, NotOpenNote, SaveProblem, useMoment, WaitBar, WaitTag } from '../parts.tsx';
import { type SavedBank, useBank, useSaveBank } from '../payees.ts';
import {
  type BankField,
  type BankForm,
  callOf,
  EMPTY_BANK,
  formOf,
  isBankForm,
  isOptional,
  isStepDone,
  problemOf,
  STEPS,
} from './bank-form.ts';

const HERE = '/pages/setting/bank';
const LAST = STEPS.length - 1;

/** /pages/setting/bank */
export default function BankScreen() {
  const text = useText();
  const title = text('wallet.bank.title');
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const { data, error, refetch } = useBank();
  const [isEntering, setEntering] = useState(false);
  const [savedAtMs, setSaved] = useState<number>();
  const bar = <NavBar title={title} back={back} />;
  if (data === undefined)
    return (
      <Page bar={bar}>
        <div className="px-gutter pt-1">
          {error === null ? (
            <CardsLoading count={1} />
          ) : (
            <ErrorPanel
              title={text('system.load.failed')}
              text={describeFailure(error, text)}
              retry={{ label: text('system.retry'), go: () => void refetch() }}
            />
          )}
        </div>
      </Page>
    );
  const { card, wait_hours: hours } = data;
  const finish = (usableAtMs: number) => {
    setEntering(false);
    setSaved(usableAtMs);
  };
  if (isEntering) return <BankEntry card={card} leave={() => setEntering(false)} onSaved={finish} />;
  if (savedAtMs !== undefined) return <Saved title={title} usableAtMs={savedAtMs} leave={() => setSaved(undefined)} />;
  const begin = (
    <Button tone={card === null ? 'primary' : 'plain'} size="large" wide onClick={() => setEntering(true)}>
      {text(card === null ? 'payee.bank.add' : 'payee.bank.replace')}
    </Button>
  );
  return (
    <Page bar={bar} foot={begin}>
      <div className="flex flex-col gap-3 px-gutter pt-1 pb-4">
        {card === null ? (
          <Empty title={text('payee.bank.none')} text={text('payee.bank.none.text')} />
        ) : (
          <BankCardView card={card} />
        )}
        {card !== null && <Note icon="clock">{text('payee.bank.replace.text', { hours })}</Note>}
        <NotOpenNote />
      </div>
    </Page>
  );
}

function BankCardView({ card }: { card: SavedBank }) {
  const text = useText();
  const wait = { fromMs: card.changed_at, untilMs: card.usable_at };
  const facts = [
    [text('payee.bank.real_name'), card.real_name],
    [
      text('payee.bank.swift'),
      <span className="ident" key="swift">
        {card.swift}
      </span>,
    ],
    [
      text('payee.bank.aba'),
      <span className="ident" key="aba">
        {card.aba}
      </span>,
    ],
  ] as const;
  return (
    <section className="card">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <Icon name="bank" />
          <b className="min-w-0 truncate text-title">{card.bank_name}</b>
        </span>
        <WaitTag wait={wait} />
      </div>
      <p className="ident mt-2 mb-3 text-h2">{card.bank_account}</p>
      <Facts facts={facts} />
      <WaitBar wait={wait} />
    </section>
  );
}

type EntryProps = { card: SavedBank | null; leave: () => void; onSaved: (usableAtMs: number) => void };

/** The form in three steps; problems are shown at a field once it was left. */
function BankEntry({ card, leave, onSaved }: EntryProps) {
  const text = useText();
  const formId = useId();
  const [form, setForm, clear] = useDraft('payee:bank', card === null ? EMPTY_BANK : formOf(card), isBankForm);
  const [step, setStep] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<BankField>>(new Set());
  const sending = useSaveBank();
  const isDone = isStepDone(form, step);
  const { name, fields } = STEPS[step] ?? STEPS[0];
  const change = (field: BankField, value: string) => {
    sending.reset();
    setForm({ ...form, [field]: value });
  };
  const goOn = () => {
    setLeft(new Set([...left, ...fields]));
    if (!isDone) return;
    if (step < LAST) return setStep(step + 1);
    sending.mutate(callOf(form), {
      onSuccess: ({ usable_at }) => {
        clear();
        onSaved(usable_at);
      },
    });
  };
  const back = { label: text('system.back'), go: () => (step === 0 ? leave() : setStep(step - 1)) };
  const ready = text(step < LAST ? 'payee.continue' : 'payee.bank.save');
  return (
    <Page
      bar={<NavBar title={text(`payee.bank.step.${name}`)} back={back} />}
      foot={
        <Button
          type="submit"
          form={formId}
          tone="primary"
          size="large"
          wide
          blocked={!isDone}
          aria-disabled={!isDone}
          busy={sending.isPending}
        >
          {isDone ? ready : text('payee.bank.missing')}
        </Button>
      }
    >
      <div className="px-gutter pb-4">
        <Steps
          count={STEPS.length}
          done={step + 1}
          label={text('payee.bank.step', { step: step + 1, count: STEPS.length })}
        />
        <form
          id={formId}
          key={name}
          className="mt-5 flex flex-col gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            goOn();
          }}
        >
          {fields.map((field) => (
            <BankFieldView
              key={field}
              field={field}
              form={form}
              isLeft={left.has(field)}
              change={change}
              leave={() => setLeft(new Set([...left, field]))}
            />
          ))}
          <SaveProblem error={sending.error} back={HERE} />
        </form>
      </div>
    </Page>
  );
}

/** How a phone helps with each field: its keyboard, and what it may fill in. */
const INPUTS: Partial<Record<BankField, InputHTMLAttributes<HTMLInputElement>>> = {
  real_name: { autoComplete: 'name', maxLength: 100 },
  receiver_phone: { autoComplete: 'tel', type: 'tel', inputMode: 'tel', maxLength: 30 },
  bank_account: { inputMode: 'numeric', maxLength: 45 },
  swift: { autoCapitalize: 'characters', maxLength: 20, spellCheck: false },
  aba: { inputMode: 'numeric', maxLength: 20 },
  holder_address: { autoComplete: 'street-address', maxLength: 200 },
  bank_address: { maxLength: 200 },
  post_code: { autoComplete: 'postal-code', maxLength: 20 },
  bank_code: { maxLength: 40 },
};

/** Fields whose form is explained below them. */
const HINTS = {
  real_name: 'payee.bank.real_name.hint',
  receiver_phone: 'payee.bank.receiver_phone.hint',
  bank_account: 'payee.bank.bank_account.hint',
  swift: 'payee.bank.swift.hint',
  aba: 'payee.bank.aba.hint',
} as const;

const hasHint = (field: BankField): field is keyof typeof HINTS => field in HINTS;

type FieldProps = {
  field: BankField;
  form: BankForm;
  isLeft: boolean;
  change: (field: BankField, value: string) => void;
  leave: () => void;
};

function BankFieldView({ field, form, isLeft, change, leave }: FieldProps) {
  const text = useText();
  const problem = isLeft ? problemOf(field, form[field]) : undefined;
  return (
    <Field
      autoComplete="off"
      maxLength={100}
      {...INPUTS[field]}
      label={text(`payee.bank.${field}`)}
      aside={isOptional(field) && <span className="text-ink-3">{text('payee.bank.optional')}</span>}
      value={form[field]}
      onChange={(event) => change(field, event.target.value)}
      onBlur={leave}
      hint={hasHint(field) ? text(HINTS[field]) : undefined}
      error={problem && text(problem)}
    />
  );
}

function Saved({ title, usableAtMs, leave }: { title: string; usableAtMs: number; leave: () => void }) {
  const text = useText();
  const moment = useMoment();
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: leave }} />}>
      <div className="px-gutter pt-6">
        <ResultView
          kind="ok"
          title={text('payee.bank.saved')}
          text={text('payee.saved.text', { time: moment(usableAtMs) })}
          actions={
            <Button tone="primary" onClick={leave}>
              {text('payee.done')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
