import { Icon, IconButton } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { copyWithNotice } from './copy-with-notice.ts';

/** The device's own way to pass an address on; where it has none, the address is copied. */
export function ShareKey() {
  const text = useText();
  const copy = () => copyWithNotice(location.href, text, text('content.article.link_copied'));
  const share = async () => {
    if (navigator.share === undefined) return await copy();
    // Who closes the device's sheet has changed their mind; what failed otherwise can still be copied.
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
