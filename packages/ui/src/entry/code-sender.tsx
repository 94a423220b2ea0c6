import type { ComponentProps } from 'react';
import { CodeField } from './code-field.tsx';

type Props = Omit<ComponentProps<typeof CodeField>, 'aside'> & {
  /** "Send code" or "Again in 42 s": the caller knows the clock. */
  sendLabel: string;
  secondsLeft: number;
  onSend: () => void;
  sending?: boolean;
};

/** A code and the button that asks for it. Until it may be asked for again, the button says when. */
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
