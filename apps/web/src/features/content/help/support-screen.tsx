import {
  buttonClass,
  Icon,
  IconButton,
  type IconName,
  NavBar,
  Note,
  Page,
  Panel,
  SearchField,
  SkeletonRows,
} from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSession } from '../../../data/session/session.ts';
import { webViewPath } from '../about/outside-address.ts';
import { type Channel, channelsOf } from './channels.ts';
import { copyWithNotice } from './copy-with-notice.ts';
import { HelpAnswers } from './help-screen.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useSupport } from './support.ts';
import { useSupportMail } from './support-mail.ts';

const CONTACT = '/pages/setting/contactUs';
const ORDERS = '/pages/transaction/currency_order?tab=history';

/** /pages/common/serverView; the search text is in the address, so that going back from an article restores it. */
export default function SupportScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const typed = address.get('q') ?? '';
  const search = (query: string) => setAddress(query === '' ? {} : { q: query }, { replace: true });
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('chat.support.title')} back={back} />}>
      <div className="px-gutter pt-2">
        <SearchField
          label={text('content.support.search')}
          value={typed}
          onChange={search}
          clearLabel={text('system.clear')}
        />
      </div>
      {typed.trim() === '' && <Hub />}
      <Panel loading={<SkeletonRows count={5} />}>
        <HelpAnswers query={typed.trim()} />
      </Panel>
      <div className="mt-3 flex flex-wrap justify-center gap-x-6 px-gutter pb-6">
        <Link className={buttonClass({ tone: 'ghost' })} to={CONTACT}>
          {text('content.support.genuine')}
        </Link>
      </div>
    </Page>
  );
}

/** Shows the ways to reach us and the state of the system; search results replace it. */
function Hub() {
  const text = useText();
  const isVisitor = useSession(({ token }) => token === undefined);
  return (
    <>
      <div className="mt-3 px-gutter">
        <Note icon="shield" tone="warn">
          <b>{text('content.support.never')}</b> {text('content.support.never.text')}
        </Note>
      </div>
      <div className="group mt-3">
        <SupportAddress />
        {!isVisitor && (
          <WayRow
            icon="list"
            title={text('content.support.order')}
            sub={text('content.support.order.text')}
            to={ORDERS}
          />
        )}
        <WayRow
          icon="headset"
          title={text('content.support.contact')}
          sub={text('content.support.contact.text')}
          to={CONTACT}
        />
      </div>
      <StatusPanel />
    </>
  );
}

/** Shows the operator's address, or that none was published. A failed request shows nothing: Contact reports it. */
function SupportAddress() {
  const text = useText();
  const { data: support } = useSupport();
  if (support === undefined) return null;
  const channel = channelsOf(support, location.origin).find(({ kind }) => kind !== 'site');
  if (channel === undefined)
    return (
      <div className="row row--menu py-2">
        <Lead icon="mail" />
        <Way title={text('content.contact.none')} sub={text('content.contact.none.text')} />
      </div>
    );
  return <AddressRow channel={channel} />;
}

/** A row whose text opens the address, with a button that copies it. */
function AddressRow({ channel: { kind, address } }: { channel: Channel }) {
  const text = useText();
  const mailTo = useSupportMail();
  const shown = address.replace(/^https?:\/\//, '');
  return (
    <div className="row row--menu py-2">
      <Lead icon={kind === 'mail' ? 'mail' : 'link'} />
      {kind === 'mail' ? (
        <a className="row__main" href={mailTo(address, 'question')}>
          <WayTexts title={shown} sub={text('content.support.by_mail')} />
        </a>
      ) : (
        <Link className="row__main" to={webViewPath(address)}>
          <WayTexts title={shown} sub={text('content.support.by_link')} />
        </Link>
      )}
      <IconButton
        label={text('content.contact.copy', { address })}
        onClick={() => void copyWithNotice(address, text, text('system.copied'))}
      >
        <Icon name="copy" size={20} />
      </IconButton>
    </div>
  );
}

function WayRow({ icon, title, sub, to }: { icon: IconName; title: string; sub: string; to: string }) {
  return (
    <Link className="row row--menu py-2" to={to}>
      <Lead icon={icon} />
      <Way title={title} sub={sub} />
      <Icon name="right" size={16} />
    </Link>
  );
}

const Lead = ({ icon }: { icon: IconName }) => (
  <span className="grid size-8 flex-none place-items-center rounded-full bg-s3 text-ink-2">
    <Icon name={icon} size={20} />
  </span>
);

type WayProps = { title: ReactNode; sub: ReactNode };

const Way = (props: WayProps) => (
  <span className="row__main">
    <WayTexts {...props} />
  </span>
);

const WayTexts = ({ title, sub }: WayProps) => (
  <>
    <span className="block font-semibold wrap-anywhere text-ink">{title}</span>
    <span className="block text-label font-normal text-ink-3">{sub}</span>
  </>
);
