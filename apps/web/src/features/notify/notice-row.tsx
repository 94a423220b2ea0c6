import { Button, buttonClass, Icon, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../data/app/texts.ts';
import { useMarketsSoFar } from '../../data/market/markets.ts';
import { useSession } from '../../data/session/session.ts';
import { describeNotice, NOTICE_ICONS, type Notice, placeOf } from './describe-notice.ts';

const SECURITY_PATH = '/pages/setting/security';

function useDescription(notice: Notice): { title: string; body: string } {
  const text = useText();
  const markets = useMarketsSoFar();
  const precisionOf = (symbol: string) => markets.find((market) => market.symbol === symbol)?.precision;
  return describeNotice(notice, { text, precisionOf });
}

function useClock(at: number): ReactNode {
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return (
    <time className="flex-none text-label text-ink-3 tabular-nums" dateTime={new Date(at).toISOString()}>
      {time}
    </time>
  );
}

/** Shows what happened and leads to its page; a notice about security says what to do if it was not the user. */
export function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const mode = useSession(({ user }) => user?.book ?? 'real');
  const place = placeOf(notice, mode);
  const content = <RowContent notice={notice} isNew={isNew} />;
  if (place === undefined) return <li className={ROW}>{content}</li>;
  return (
    <li>
      <Link className={`${ROW} active:bg-s1`} to={place}>
        {content}
      </Link>
    </li>
  );
}

const ROW = 'flex items-start gap-3 px-gutter py-3';

function RowContent({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const text = useText();
  const { title, body } = useDescription(notice);
  const clock = useClock(notice.at);
  return (
    <>
      <span className="grid size-9 flex-none place-items-center rounded-full bg-s2 text-ink-2">
        <Icon name={NOTICE_ICONS[notice.kind]} size={20} />
      </span>
      <div className="min-w-0 grow">
        <h3 className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {title}
          <OtherMode mode={notice.params.mode} />
          {isNew && <span className="sr-only">{` (${text('notify.new')})`}</span>}
        </h3>
        <p className="mt-0.5 text-label wrap-anywhere text-ink-3">{body}</p>
        {mayBeSomebodyElse(notice) && <NotYou />}
      </div>
      <span className="flex flex-none items-center gap-2 pt-0.5">
        {clock}
        <i className={`size-2 rounded-full ${isNew ? 'bg-brand' : ''}`} />
      </span>
    </>
  );
}

/** Marks a notice of the account that is not in use. */
function OtherMode({ mode }: { mode: string | number | undefined }) {
  const text = useText();
  const current = useSession(({ user }) => user?.book ?? 'real');
  if (mode === undefined || mode === current) return null;
  return mode === 'demo' ? <Tag tone="warn">{text('system.demo')}</Tag> : <Tag>{text('wallet.demo.leave')}</Tag>;
}

/** Returns whether a notice offers the freeze link: not for what we did, such as a freeze or a check of documents. */
const mayBeSomebodyElse = ({ category, kind }: Notice): boolean =>
  category === 'security' && kind !== 'frozen' && !kind.startsWith('identity_');

function NotYou() {
  const text = useText();
  return (
    <p className="mt-1 text-label text-ink-3">
      {text('notify.not_you')}{' '}
      <Link className="hit font-medium text-brand" to={SECURITY_PATH}>
        {text('notify.freeze')}
      </Link>
    </p>
  );
}

/** Asks about a login from a new device, above the list: the one notice that cannot wait. */
export function LoginCard({ notice, onMine }: { notice: Notice; onMine: () => void }) {
  const text = useText();
  const { body } = useDescription(notice);
  const clock = useClock(notice.at);
  return (
    <section className="mx-gutter mt-3 rounded-card bg-s1 p-4">
      <div className="flex gap-3">
        <span className="grid size-9 flex-none place-items-center rounded-full bg-warn-14 text-warn">
          <Icon name="key" size={20} />
        </span>
        <div className="min-w-0 grow">
          <h2 className="font-medium">{text('notify.login.ask')}</h2>
          <p className="mt-0.5 text-label wrap-anywhere text-ink-3">{body}</p>
        </div>
        {clock}
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={onMine}>{text('notify.login.yes')}</Button>
        <Link className={buttonClass({ tone: 'danger' })} to={SECURITY_PATH}>
          {text('notify.login.no')}
        </Link>
      </div>
    </section>
  );
}
