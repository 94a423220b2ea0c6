import type { ComponentProps } from 'react';
import { CodeField } from './code-field.tsx';

type Props = Omit<ComponentProps<typeof CodeField>, 'aside'> & {
  /** "Send code" or "Again in 42 s": the caller runs the clock. */
  sendLabel: string;
  secondsLeft: number;
  onSend: () => void;
  sending?: boolean;
};

/**
 * Renders a code field and the button that requests a code. Until a resend is allowed, the button shows the remaining
 * time.
 */
export function CodeSender({ sendLabel, secondsLeft, onSend, sending = false, ...field }: Props) {
  const button = (
    <button
      type="button"
      className="lbl__act hit"
      disabled={sending || secondsLeft > 0}
      aria-busy={sending}
      onClick={onSend}
    >
      {sending && <i className="spin spin--s" aria-hidden="true" />}
      {sendLabel}
    </button>
  );
  return <CodeField {...field} aside={button} />;
}
