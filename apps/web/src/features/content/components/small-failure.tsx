import { useText } from '../../../shared/texts.ts';

/** A part of a page that is not there, in one line: the rest of the page is worth more. */
export function SmallFailure({ retry }: { retry: () => void }) {
  const text = useText();
  return (
    <p className="flex min-h-11 items-center justify-between gap-3 px-gutter text-label text-ink-3" role="alert">
      {text('system.load.failed')}
      <button type="button" className="hit font-semibold text-brand" onClick={retry}>
        {text('system.retry')}
      </button>
    </p>
  );
}
