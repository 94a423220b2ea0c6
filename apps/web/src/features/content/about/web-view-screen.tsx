import { Button, buttonClass, Empty, Icon, NavBar, Note, Page } from '@app/ui';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { channelsOf, verdictOn } from '../help/channels.ts';
import { copyWithNotice } from '../help/copy-with-notice.ts';
import { useSupport } from '../help/support.ts';
import { type OutsideAddress, readOutsideAddress } from './outside-address.ts';

/**
 * /pages/common/webView?url= . Third-party pages are never shown inside the app: its policy allows no frame, because
 * framed content can imitate us. The browser opens the page after the reader has seen where it leads.
 */
export default function WebViewScreen() {
  const text = useText();
  const [query] = useSearchParams();
  const { data: support = '' } = useSupport();
  const go = useBack();
  const address = readOutsideAddress(query.get('url'));
  const bar = <NavBar title={text('content.web.title')} back={{ label: text('system.back'), go }} />;
  if (address === undefined)
    return (
      <Page bar={bar}>
        <div className="middle">
          <Empty title={text('content.web.bad')} text={text('content.web.bad.text')} action={<BackKey go={go} />} />
        </div>
      </Page>
    );
  const isOurs = verdictOn(address.href, channelsOf(support, location.origin)) === 'ours';
  return (
    <Page bar={bar} foot={<EntryLinks address={address} back={go} />}>
      <OutsideCard address={address} isOurs={isOurs} />
    </Page>
  );
}

function BackKey({ go }: { go: () => void }) {
  const text = useText();
  return (
    <Button size="small" onClick={go}>
      {text('system.back')}
    </Button>
  );
}

/** Shows the buttons to leave and to stay at equal size. */
function EntryLinks({ address: { href }, back }: { address: OutsideAddress; back: () => void }) {
  const text = useText();
  return (
    <div className="grid gap-3">
      <Button wide onClick={() => void copyWithNotice(href, text, text('system.copied'))}>
        {text('content.web.copy')}
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button wide onClick={back}>
          {text('system.back')}
        </Button>
        <a
          className={buttonClass({ tone: 'primary', wide: true })}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text('content.web.open')}
        </a>
      </div>
    </div>
  );
}

/** Shows an address for the reader to judge: its host in large type, then the full address. */
function OutsideCard({ address, isOurs }: { address: OutsideAddress; isOurs: boolean }) {
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
