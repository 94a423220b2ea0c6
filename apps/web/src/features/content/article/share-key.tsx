import { Icon, IconButton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { copyWithNotice } from '../help/copy-with-notice.ts';

/** Opens the device's share sheet; where there is none, copies the address. */
export function ShareKey() {
  const text = useText();
  const copy = () => copyWithNotice(location.href, text, text('content.article.link_copied'));
  const share = async () => {
    if (navigator.share === undefined) return await copy();
    // Closing the share sheet is the user's choice and does nothing; after any other failure the address is copied.
    await navigator
      .share({ title: document.title, url: location.href })
      .catch((error: unknown) => (error instanceof DOMException && error.name === 'AbortError' ? undefined : copy()));
  };
  return (
    <IconButton label={text('content.article.share')} onClick={() => void share()}>
      <Icon name="share" />
    </IconButton>
  );
}
