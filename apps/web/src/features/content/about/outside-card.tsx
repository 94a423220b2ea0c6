import { Icon, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { OutsideAddress } from './outside-address.ts';

/** Shows an address for the reader to judge: its host in large type, then the full address. */
export function OutsideCard({ address, isOurs }: { address: OutsideAddress; isOurs: boolean }) {
  const text = useText();
  const { host, href, isSecure, mayDeceive } = address;
  return (
    <section className="grid gap-3 px-gutter pt-4">
      <h2 className="text-title">{text(isOurs ? 'content.web.ours' : 'content.web.leaving')}</h2>
      <div className="card">
        <p className={`flex items-center gap-1.5 text-label ${isSecure ? 'text-ink-3' : 'text-warn'}`}>
          <Icon name={isSecure ? 'lock' : 'warn'} size={16} />
          {text(isSecure ? 'content.web.secure' : 'content.web.insecure')}
        </p>
        <p className="mt-2 text-hero wrap-anywhere" translate="no">
          {host}
        </p>
        <p className="ident mt-3 text-label text-ink-2 wrap-anywhere" translate="no">
          <span className="sr-only">{text('content.web.address')} </span>
          {href}
        </p>
      </div>
      {mayDeceive && (
        <Note icon="warn" tone="danger">
          {text('content.web.alike')}
        </Note>
      )}
      {!isSecure && (
        <Note icon="warn" tone="warn">
          {text('content.web.insecure.text')}
        </Note>
      )}
      {!isOurs && <Note icon="shield">{text('content.web.leaving.text')}</Note>}
    </section>
  );
}
