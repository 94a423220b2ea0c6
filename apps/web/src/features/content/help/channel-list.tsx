import { CopyText, Icon, type IconName, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { Channel } from './channels.ts';

const ICONS: Readonly<Record<Channel['kind'], IconName>> = { site: 'shield-check', mail: 'mail', link: 'link' };

/** Lists all official channels, for comparing or copying. */
export function ChannelList({ channels }: { channels: readonly Channel[] }) {
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
