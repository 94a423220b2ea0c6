import { Icon, Key } from '@app/ui';
import { useRef } from 'react';
import { useKeys } from '../lib/use-keys.ts';

type Props = { label: string; value: string; onChange: (text: string) => void };

/** Renders the search box of a page; `/` leads to it. */
export function SearchBox({ label, value, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <label className="d-search">
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Key>/</Key>
    </label>
  );
}
