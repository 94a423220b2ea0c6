import { Icon, KeyHints } from '@app/ui';
import type { ReactNode } from 'react';
import { useLook } from '../data/look.ts';
import { useProductState } from '../data/queries.ts';
import { useSay } from '../data/texts.ts';
import { durationText } from '../lib/moments.ts';

type Hint = readonly [names: readonly string[], does: string];

type Props = {
  title: ReactNode;
  about?: string;
  /** What stands at the end of the head, such as a search box. */
  end?: ReactNode;
  strip?: ReactNode;
  /** A list on the left of the body. */
  list?: ReactNode;
  /** The right pane; a drawer where the window is narrow. */
  aside?: { readonly label: string; readonly isOpen: boolean; readonly onClose: () => void; readonly body: ReactNode };
  keys: readonly Hint[];
  children: ReactNode;
};

/** Renders a page of the back office: head, body with its panes, and the keys that work here. */
export function DeskPage({ title, about, end, strip, list, aside, keys, children }: Props) {
  const say = useSay();
  const shape = list === undefined ? (aside === undefined ? '' : 'd-body--aside') : 'd-body--list';
  return (
    <main className="d-main">
      <header className="d-head">
        <h1 className="d-head__title">{title}</h1>
        {about !== undefined && <span className="d-head__about">{about}</span>}
        <span className="d-head__end">
          <BooksState />
          {end}
        </span>
      </header>
      {strip}
      <div className={`d-body ${shape}`}>
        {list}
        {children}
        {aside !== undefined && (
          <aside
            className={aside.isOpen ? 'd-aside' : 'd-aside d-aside--shut'}
            aria-label={aside.label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may have nothing else to reach with the keyboard.
            tabIndex={0}
          >
            <button type="button" className="d-aside__close" aria-label={say('frame.close')} onClick={aside.onClose}>
              <Icon name="close" size={16} />
            </button>
            {aside.body}
          </aside>
        )}
      </div>
      <KeyHints label={say('frame.keys')} keys={[...keys, [['g'], say('keys.go')], [['?'], say('keys.all')]]} />
    </main>
  );
}

/** Names the auditor's last result: everything else a person does here depends on it. */
function BooksState() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useProductState();
  if (data === undefined) return null;
  const { auditor, at } = data;
  return (
    <span className={auditor.breach === null ? 'd-live' : 'd-live d-live--danger'}>
      {say(auditor.breach === null ? 'state.books_add_up' : 'state.books_differ')}
      <span className="font-normal text-ink-3">
        {say('state.ago', { time: durationText(at - auditor.ran_at, language) })}
      </span>
    </span>
  );
}
