import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from '../icons/icon.tsx';

type Shell = { label: ReactNode; aside?: ReactNode; hint?: ReactNode; error?: string | undefined };
type Props = Shell & { start?: ReactNode; end?: ReactNode } & InputHTMLAttributes<HTMLInputElement>;

/** Renders one line of text input with its label above and its error below. */
export function Field({ label, aside, hint, error, start, end, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <div className="lbl">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={error === undefined ? 'field' : 'field field--error'}>
        {start}
        <input
          {...input}
          id={id}
          className="field__input"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
        />
        {end}
      </div>
      <Hint id={`${id}-hint`} error={error} hint={hint} />
    </div>
  );
}

type HintProps = { id: string; error: string | undefined; warning?: string | undefined; hint?: ReactNode };

/** Renders the sentence under a field: the error if there is one, else the warning, else the hint. */
export function Hint({ id, error, warning, hint }: HintProps) {
  const wrong = error ?? warning;
  if (wrong !== undefined)
    return (
      <p id={id} className="hint hint--error" role={error === undefined ? 'status' : 'alert'}>
        <Icon name="warn" size={16} />
        {wrong}
      </p>
    );
  return hint === undefined ? null : (
    <p id={id} className="hint">
      {hint}
    </p>
  );
}
