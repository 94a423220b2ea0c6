import { type ReactNode, useId } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { Hint } from '../field.tsx';

type Props = {
  label: string;
  value?: ReactNode;
  placeholder?: string;
  open: boolean;
  onClick: () => void;
  compact?: boolean;
  disabled?: boolean;
  error?: string | undefined;
};

/**
 * Renders a field that opens a sheet instead of taking input. The compact form shows its label to screen readers only.
 */
export function SelectButton({ label, value, placeholder, open, onClick, compact, disabled, error }: Props) {
  const id = useId();
  const look = ['field', 'field--sel', compact ? 'field--s' : '', error === undefined ? '' : 'field--error'];
  return (
    <div>
      <div id={`${id}-label`} className={compact ? 'sr-only' : 'lbl'}>
        {label}
      </div>
      <button
        type="button"
        id={id}
        className={look.filter(Boolean).join(' ')}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error === undefined ? undefined : `${id}-hint`}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled === true}
        onClick={onClick}
      >
        <span
          className={value === undefined ? 'field__v field__ph' : 'field__v'}
          title={typeof value === 'string' ? value : undefined}
        >
          {value ?? placeholder}
        </span>
        <Icon name="down" size={16} />
      </button>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
