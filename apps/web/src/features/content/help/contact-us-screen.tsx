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
import { type Channel, channelsOf, type Verdict, verdictOn } from './channels.ts';
import { useSupport } from './support.ts';

const CHAT = '/pages/common/liveChatView';

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
        <div className="mt-1 grid grid-cols-2 gap-3">
          <Link className={buttonClass({ wide: true })} to={`${CHAT}?topic=complaint`}>
            {text('content.contact.complaint')}
          </Link>
          <Link className={buttonClass({ tone: 'primary', wide: true })} to={CHAT}>
            {text('content.contact.chat')}
          </Link>
        </div>
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
      <VerifyChannel channels={channels} />
    </>
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
        {text(channels.length > 1 ? 'content.contact.channels.text' : 'content.contact.only_site')}
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
