import { Icon, Key } from '@app/ui';
import { useRef, useState } from 'react';
import { useSay } from '../../data/texts.ts';
import { useKeys } from '../../lib/use-keys.ts';

type Props = { value: string; onSearch: (text: string) => void };

/** Renders the search for users. It asks once per Enter, not per letter: each search is a row in the trail. */
export function LookupBox({ value, onSearch }: Props) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useKeys({ '/': () => field.current?.select() });
  return (
    <form
      className="d-search d-search--wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSearch(text.trim());
      }}
    >
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        aria-label={say('users.find')}
        placeholder={say('users.find')}
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Key>/</Key>
    </form>
  );
}
