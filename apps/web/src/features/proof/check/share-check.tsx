import { Icon, IconButton, showToast } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';

/** Shares the address, which names the tick, so that the recipient recomputes the same price. */
export function ShareCheck() {
  const text = useText();
  return (
    <IconButton label={text('proof.share')} onClick={() => void share(text)}>
      <Icon name="share" />
    </IconButton>
  );
}

async function share(text: Text): Promise<void> {
  try {
    if (navigator.share === undefined) await navigator.clipboard.writeText(location.href);
    else return await navigator.share({ title: document.title, url: location.href });
    showToast(text('proof.share.copied'), 'ok');
  } catch (error) {
    const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
    if (!isGivenUp) showToast(text('refusal.copy_failed'), 'error');
  }
}
