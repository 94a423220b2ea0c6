import { Button, CodeSender, Delayed, ErrorPanel, Skeleton } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { CODE_RESEND_MS } from '../../../lib/timing.ts';
import { ConfirmButton } from '../form/confirm-button.tsx';
import { type Contact, contactsOf } from '../form/contacts.ts';
import { useSecondsUntil } from '../form/use-seconds-until.ts';
import { useSecurity } from '../security/security.ts';
import { useDigitsProof } from './digits-proof.ts';
import { type ProofProps, useSendStepUpCode } from './step-up.ts';

/** Proof by a code to the account's address or phone, whichever the owner can access. */
export function CodeProof(props: ProofProps) {
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
      <SentCode key={chosen.channel} {...{ contact: chosen, proof }} challenge={props.challenge} />
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
