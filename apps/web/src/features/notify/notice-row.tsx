import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useLocale, useText } from '../../data/app/texts.ts';
import { ICONS, mayBeSomebodyElse } from './notice-look.ts';
import type { Notice } from './notices.ts';

/** Shows what happened and what to do if it was not the user. */
export function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const text = useText();
  const locale = useLocale();
  const { kind, params, at } = notice;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return (
    <li className="flex gap-3 px-gutter py-3">
      <span className="relative grid size-10 flex-none place-items-center rounded-control bg-s2 text-ink-2">
        <Icon name={ICONS[kind]} size={20} />
        {isNew && <i className="absolute -top-0.5 -right-0.5 size-2.5 rounded-full bg-brand outline-2 outline-bg" />}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-3">
          <h3 className="grow font-medium">
            {text(`notify.kind.${kind}`)}
            {isNew && <span className="sr-only">{` (${text('notify.new')})`}</span>}
          </h3>
          <time className="text-label text-ink-3" dateTime={new Date(at).toISOString()}>
            {time}
          </time>
        </div>
        <p className="mt-0.5 text-label wrap-anywhere text-ink-2">{text(`notify.kind.${kind}.text`, params)}</p>
        {mayBeSomebodyElse(kind) && <NotYou />}
      </div>
    </li>
  );
}

function NotYou() {
  const text = useText();
  return (
    <p className="mt-1 text-label text-ink-3">
      {text('notify.not_you')}{' '}
      <Link className="hit font-medium text-brand" to="/pages/setting/security">
        {text('notify.freeze')}
      </Link>
    </p>
  );
}
