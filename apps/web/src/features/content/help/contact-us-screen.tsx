import {
  buttonClass,
  CopyText,
  Delayed,
  ErrorPanel,
  Field,
  Icon,
  type IconName,
  NavBar,
  Note,
  Page,
  SkeletonRows,
  showToast,
} from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { webViewPath } from '../about/outside-address.ts';
import { type Channel, channelsOf, type Verdict, verdictOn } from './channels.ts';
import { useSupport } from './support.ts';
import { useSupportMail } from './support-mail.ts';

/** /pages/setting/contactUs */
export default function ContactUsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.contact.title')} back={back} />}>
      <Channels />
      <div className="mt-6 grid gap-3 px-gutter pb-6">
        <Note icon="shield" tone="warn">
          {text('content.contact.never')}
        </Note>
        <Note icon="info">{text('content.contact.forged')}</Note>
      </div>
    </Page>
  );
}

/** Without the channel list nothing can be checked: the screen reports that instead of guessing. */
function Channels() {
  const text = useText();
  const { data: support, error, isPending, refetch } = useSupport();
  if (isPending)
    return (
      <Delayed>
        <SkeletonRows count={3} />
      </Delayed>
    );
  if (support === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const channels = channelsOf(support, location.origin);
  return (
    <>
      <ChannelList channels={channels} />
      <WriteToUs channels={channels} />
      <VerifyChannel channels={channels} />
    </>
  );
}

/** Opens a mail with its subject filled in, or the operator's support page; a way that does not exist is not offered. */
function WriteToUs({ channels }: { channels: readonly Channel[] }) {
  const text = useText();
  const mailTo = useSupportMail();
  const channel = channels.find(({ kind }) => kind !== 'site');
  if (channel?.kind !== 'mail')
    return (
      <div className="mt-3 px-gutter">
        {channel === undefined ? (
          <Link className={buttonClass({ wide: true })} to="/pages/setting/help">
            {text('content.help.title')}
          </Link>
        ) : (
          <Link className={buttonClass({ tone: 'primary', wide: true })} to={webViewPath(channel.address)}>
            {text('content.contact.page')}
          </Link>
        )}
      </div>
    );
  return (
    <div className="mt-3 px-gutter">
      <div className="grid grid-cols-2 gap-3">
        <a className={buttonClass({ wide: true })} href={mailTo(channel.address, 'complaint')}>
          {text('content.contact.complaint')}
        </a>
        <a className={buttonClass({ tone: 'primary', wide: true })} href={mailTo(channel.address, 'question')}>
          {text('content.contact.chat')}
        </a>
      </div>
      <p className="mt-2 text-label text-pretty text-ink-3">{text('content.contact.by_mail')}</p>
    </div>
  );
}

const LOOKS: Readonly<Record<Verdict, { icon: IconName; look: string }>> = {
  empty: { icon: 'info', look: 'note note--plain' },
  unclear: { icon: 'help', look: 'note note--plain' },
  ours: { icon: 'check-circle', look: 'note note--plain' },
  not_ours: { icon: 'warn', look: 'note note--danger' },
  other_mail: { icon: 'warn', look: 'note note--danger' },
};

/** Checks a contact the user received against the official channels. The check runs locally and sends nothing. */
function VerifyChannel({ channels }: { channels: readonly Channel[] }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const verdict = verdictOn(typed, channels);
  const { icon, look } = LOOKS[verdict];
  return (
    <section className="mt-6 px-gutter">
      <h2 className="mb-3 text-title">{text('content.contact.verify')}</h2>
      <Field
        label={text('content.contact.verify.field')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={500}
      />
      <div className={`mt-2 min-h-15 items-center ${look}`} role="status">
        <Icon name={icon} size={20} />
        <span className={verdict === 'ours' ? 'text-ok' : ''}>{text(`content.contact.verify.${verdict}`)}</span>
      </div>
    </section>
  );
}

const ICONS: Readonly<Record<Channel['kind'], IconName>> = { site: 'shield-check', mail: 'mail', link: 'link' };

/** Lists all official channels, for comparing or copying. */
function ChannelList({ channels }: { channels: readonly Channel[] }) {
  const text = useText();
  return (
    <section className="mt-2">
      <h2 className="px-gutter text-title">{text('content.contact.channels')}</h2>
      <p className="mt-1 px-gutter text-label text-ink-2">
        {channels.length > 1
          ? text('content.contact.channels.text')
          : `${text('content.contact.none')} ${text('content.contact.none.text')}`}
      </p>
      <ul className="group mt-3">
        {channels.map((channel) => (
          <ChannelRow key={channel.kind} channel={channel} />
        ))}
      </ul>
    </section>
  );
}

function ChannelRow({ channel: { kind, address } }: { channel: Channel }) {
  const text = useText();
  const href = kind === 'mail' ? `mailto:${address}` : address;
  return (
    <li className="row row--menu">
      <Icon name={ICONS[kind]} size={20} />
      <div className="row__main py-2">
        <span className="block text-label text-ink-3">{text(`content.contact.${kind}`)}</span>
        <CopyText
          text={address}
          shown={address.replace(/^https?:\/\//, '')}
          label={text('content.contact.copy', { address })}
          copiedLabel={text('system.copied')}
          onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
        />
      </div>
      {kind !== 'site' && (
        <a
          className="iconbtn"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('content.contact.open', { address })}
        >
          <Icon name="external" size={20} />
        </a>
      )}
    </li>
  );
}
