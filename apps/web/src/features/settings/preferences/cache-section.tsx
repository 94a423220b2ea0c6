import { Button, Facts, Sheet, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { STORAGE_VERSION } from '../../../lib/storage.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useClearCache } from './clear-cache.ts';
import { sizeText } from './size-text.ts';

/** Shows what this device caches for speed, and clears it. */
export function CacheSection() {
  const text = useText();
  const sheet = useSheet('cache');
  const clear = useClearCache((freed) => {
    sheet.close();
    showToast(
      freed === 0 ? text('settings.cache.done') : text('settings.cache.freed', { size: sizeText(freed) }),
      'ok',
    );
  });
  return (
    <section className="mt-3 px-gutter pb-6">
      <Facts
        facts={[
          [text('settings.version'), import.meta.env.APP_VERSION],
          [text('settings.storage_version'), String(STORAGE_VERSION)],
        ]}
      />
      <Button wide className="mt-3" onClick={sheet.open}>
        {text('settings.cache')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.cache.ask')}
        closeLabel={text('system.close')}
      >
        <p className="text-ink-2">{text('settings.cache.text')}</p>
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button onClick={sheet.close}>{text('settings.cache.keep')}</Button>
          <Button tone="primary" busy={clear.isPending} onClick={() => clear.mutate()}>
            {text('settings.cache')}
          </Button>
        </div>
      </Sheet>
    </section>
  );
}
