import type { Factor } from '@app/domain/auth';
import { isNumericCode } from '@app/domain/checks';
import { Button, CodeField, CodeSender, Delayed, ErrorPanel, Icon, PinPad, Skeleton } from '@app/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { CODE_RESEND_MS } from '../../../lib/timing.ts';
import { PasskeyUnused } from '../factor/webauthn.ts';
import { type Contact, contactsOf } from '../form/contacts.ts';
import { ConfirmButton } from '../form/form-parts.tsx';
import { useSecondsUntil } from '../form/use-seconds-until.ts';
import { useSecurity } from '../security/security.ts';
import { type ProofProps, useProve, useProveByPasskey, useSendStepUpCode } from './step-up.ts';

/** Proof by a code to the account's address or phone, whichever the owner can access. */
function CodeProof(props: ProofProps) {
  const text = useText();
  const { data, error, refetch } = useSecurity();
  if (data !== undefined) return <CodeToContact {...props} contacts={contactsOf(data)} />;
  if (error === null)
    return (
      <Delayed>
        <Skeleton className="h-24 w-full rounded-control" />
      </Delayed>
    );
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />;
}

function CodeToContact({ contacts, ...props }: ProofProps & { contacts: readonly Contact[] }) {
  const text = useText();
  const [chosen, setChosen] = useState(contacts[0]);
  const proof = useDigitsProof('code', props);
  if (chosen === undefined) return null;
  return (
    <>
      <SentCode key={chosen.channel} contact={chosen} proof={proof} challenge={props.challenge} />
      <ConfirmButton isReady={proof.isWhole} isBusy={proof.isPending} onClick={proof.submit} />
      {contacts
        .filter(({ channel }) => channel !== chosen.channel)
        .map((contact) => (
          <Button key={contact.channel} tone="ghost" wide className="mt-2" onClick={() => setChosen(contact)}>
            {text(`security.step_up.other.${contact.channel}`)}
          </Button>
        ))}
    </>
  );
}

type SentCodeProps = {
  contact: Contact;
  proof: ReturnType<typeof useDigitsProof>;
  challenge: ProofProps['challenge'];
};

function SentCode({ contact: { channel, target }, proof, challenge }: SentCodeProps) {
  const text = useText();
  const [sentAt, setSentAt] = useState<number>();
  const secondsLeft = useSecondsUntil(sentAt === undefined ? undefined : sentAt + CODE_RESEND_MS);
  const sending = useSendStepUpCode(challenge);
  const label = text(sentAt === undefined ? 'security.code.send' : 'security.code.again');
  return (
    <CodeSender
      label={text(`security.code.${channel}`)}
      value={proof.digits}
      onChange={proof.type}
      error={proof.error ?? (sending.error === null ? undefined : describeFailure(sending.error, text))}
      hint={text(sentAt === undefined ? 'security.code.target' : 'security.code.sent', { target })}
      sendLabel={secondsLeft > 0 ? text('security.code.wait', { seconds: secondsLeft }) : label}
      secondsLeft={secondsLeft}
      onSend={() => sending.mutate(channel, { onSuccess: () => setSentAt(Date.now()) })}
      sending={sending.isPending}
    />
  );
}

/** Trade password; a wrong one is cleared, because the user cannot see which digit was wrong. */
function PinProof({ challenge, onProgress }: ProofProps) {
  const text = useText();
  const [pin, setPin] = useState('');
  const prove = useProve(challenge, onProgress);
  const type = (typed: string) => {
    prove.reset();
    setPin(typed);
  };
  const submit = () => prove.mutate({ trade_password: pin }, { onError: () => setPin('') });
  const label = text('security.step_up.trade_password');
  return (
    <>
      <p className="text-center text-label text-ink-2" aria-hidden="true">
        {label}
      </p>
      <PinPad
        label={label}
        value={pin}
        onChange={type}
        onSubmit={submit}
        submitLabel={text('security.step_up.confirm')}
        deleteLabel={text('security.pin.delete')}
        countLabel={text('security.pin.count', { count: pin.length })}
        busy={prove.isPending}
        error={describeUnlessGivenUp(prove.error, text)}
      />
    </>
  );
}

/** The browser prompts in its own window, and only after a press. */
function PasskeyProof({ challenge, onProgress }: ProofProps) {
  const text = useText();
  const { mutate, isPending, error } = useProveByPasskey(challenge, onProgress);
  const isUnused = error instanceof PasskeyUnused;
  const problem = isUnused ? text('security.step_up.passkey.unused') : describeUnlessGivenUp(error, text);
  return (
    <>
      <p className="text-label text-ink-2">{text('security.step_up.passkey.text')}</p>
      {problem !== undefined && (
        <p className="hint hint--error" role="alert">
          <Icon name="warn" size={16} />
          {problem}
        </p>
      )}
      <Button className="mt-5" tone="primary" size="large" wide busy={isPending} onClick={() => mutate()}>
        <Icon name="passkey" size={20} />
        {text('security.step_up.passkey.action')}
      </Button>
    </>
  );
}

function AuthenticatorProof(props: ProofProps) {
  const text = useText();
  const { digits, type, isWhole, submit, isPending, error } = useDigitsProof('google_code', props);
  return (
    <>
      <CodeField
        label={text('security.code.google')}
        value={digits}
        onChange={type}
        error={error}
        hint={text('security.code.google.hint')}
      />
      <ConfirmButton isReady={isWhole} isBusy={isPending} onClick={submit} />
    </>
  );
}

const PROOFS = {
  trade_password: PinProof,
  code: CodeProof,
  google_code: AuthenticatorProof,
  passkey: PasskeyProof,
};

/** One factor of a group, and the alternatives to it. */
export function StepUpFactor({ factors, ...proof }: ProofProps & { factors: readonly Factor[] }) {
  const text = useText();
  const [chosen, setChosen] = useState<Factor>();
  const shown = chosen ?? factors[0];
  if (shown === undefined) return null;
  const Proof = PROOFS[shown];
  return (
    <>
      <Focused key={shown}>
        <Proof {...proof} />
      </Focused>
      {factors
        .filter((factor) => factor !== shown)
        .map((factor) => (
          <Button key={factor} tone="ghost" wide className="mt-2" onClick={() => setChosen(factor)}>
            {text(`security.step_up.other.${factor}`)}
          </Button>
        ))}
    </>
  );
}

/** Moves the keyboard focus here instead of to the close button of the sheet, which has it when the sheet opens. */
function Focused({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** Submits six digits as soon as they are complete: pasted or filled in, they need no further press. */
function useDigitsProof(name: 'code' | 'google_code', { challenge, onProgress }: ProofProps) {
  const text = useText();
  const [digits, setDigits] = useState('');
  const prove = useProve(challenge, onProgress);
  const send = (typed: string) => prove.mutate({ [name]: typed });
  return {
    digits,
    isWhole: isNumericCode(digits),
    type: (typed: string) => {
      prove.reset();
      setDigits(typed);
      if (isNumericCode(typed) && !isNumericCode(digits)) send(typed);
    },
    submit: () => isNumericCode(digits) && send(digits),
    isPending: prove.isPending,
    error: describeUnlessGivenUp(prove.error, text),
  };
}
