import { useText } from '../../../data/app/texts.ts';

/** Shows the failure of one part of a page in one line, so that the rest of the page stays usable. */
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
