import { useRef } from 'react';
import { Icon } from '../icons/icon.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  clearLabel: string;
  placeholder?: string;
};

/** Renders a search that filters while typing; clearing it keeps the keyboard open. */
export function SearchField({ label, value, onChange, clearLabel, placeholder }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="field field--search">
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        className="field__input"
        aria-label={label}
        placeholder={placeholder ?? label}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button type="button" className="hit" aria-label={clearLabel} onClick={clear}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
