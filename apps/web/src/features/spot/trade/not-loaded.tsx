import { Button, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

/** Shown when rules or balances failed to load: without them nothing can be checked. */
export function NotLoaded({ retry }: { retry: () => void }) {
  const text = useText();
  return (
    <Note icon="warn" tone="warn">
      <span className="block pb-2" role="alert">
        {text('system.load.failed')}
      </span>
      <Button size="small" onClick={retry}>
        {text('system.retry')}
      </Button>
    </Note>
  );
}
