import { type Amount, ZERO } from '@app/money';
import { amountForSpeech, buttonClass, Delayed, ErrorPanel, Icon, NavBar, Note, Page, Skeleton, Tag } from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type Identity, type Level, type Mark, markOf, nextLevel, requiredBy, useIdentity } from './identity.ts';
import { LevelCard } from './level-card.tsx';

const CAPTURE_PATH = '/pages/setting/real';

/** /pages/setting/real_mark; `from` is the page that required a higher level. */
export default function LevelsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const support = (
    <Link className="iconbtn" to="/pages/common/serverView" aria-label={text('chat.support.title')}>
      <Icon name="headset" />
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('kyc.status.title')} back={back} end={support} />}>
      <div className="px-gutter pt-2 pb-6">
        <Levels />
      </div>
    </Page>
  );
}

function Levels() {
  const text = useText();
  const { data, error, retry } = useIdentity();
  if (data !== undefined) return <Status {...data} />;
  if (error === null) return <LevelsLoading />;
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: retry }}
    />
  );
}

function Status({ identity, levels }: { identity: Identity; levels: readonly Level[] }) {
  const text = useText();
  const next = nextLevel(identity);
  const isOpen = useIsOpen()(CAPTURE_PATH);
  return (
    <>
      <h2 className="text-hero text-balance">{text('kyc.status.at', { level: identity.level })}</h2>
      <p className="mt-1 text-label text-pretty text-ink-2" role="status">
        <Summary identity={identity} />
      </p>
      <WhyHere level={identity.level} />
      <ol className="mt-5">
        {levels.toReversed().map((level, index) => (
          <LevelRow key={level.level} level={level} identity={identity} isFirst={index === 0} />
        ))}
      </ol>
      {next !== undefined && (
        <LevelCard status={next} isOpen={isOpen} before={levels[next.level - 1]} after={levels[next.level]} />
      )}
      <p className="mt-4 flex gap-2 text-label text-pretty text-ink-3">
        <Icon name="lock" size={16} />
        <span>{text('kyc.status.sealed')}</span>
      </p>
      <div className="mt-4">
        <Note icon="info">{text('kyc.status.note')}</Note>
      </div>
    </>
  );
}

/** Says in one sentence what there is to do. */
function Summary({ identity }: { identity: Identity }) {
  const text = useText();
  const next = nextLevel(identity);
  if (next === undefined) return text('kyc.status.all');
  const { level, state, ended } = next;
  if (state === 'under_review') return text('kyc.status.reviewing', { level });
  if (state === 'rejected') return text('kyc.status.fix', { level });
  return ended === null ? text('kyc.status.next', { level }) : text(`kyc.status.ended.${ended}`, { level });
}

/** Explains to a user whom the app sent here why, and leads back once the level is enough. */
function WhyHere({ level }: { level: number }) {
  const text = useText();
  const [search] = useSearchParams();
  const from = requiredBy(search);
  if (from === undefined) return null;
  return (
    <section className="card mt-4">
      <h3 className="text-title">{text('kyc.status.why')}</h3>
      <p className="mt-1 text-label text-pretty text-ink-2">
        {text(level > 0 ? 'kyc.status.why.done' : 'kyc.status.why.text')}
      </p>
      <Link className={`${buttonClass({ size: 'small' })} mt-3`} to={from} replace>
        {text('kyc.status.why.back')}
      </Link>
    </section>
  );
}

const TAGS = {
  open: { tone: 'ok', icon: 'check' },
  verified: { tone: 'ok', icon: 'check' },
  under_review: { tone: 'warn', icon: 'clock' },
  rejected: { tone: 'warn', icon: 'warn' },
  not_verified: { tone: 'plain', icon: 'id-card' },
  later: { tone: 'plain', icon: 'lock' },
} as const;

type LevelRowProps = { level: Level; identity: Identity; isFirst: boolean };

/** One level of the staff: what it allows, and its state. */
function LevelRow({ level: { level, withdraw_limit_btc, fiat_limit_usdt }, identity, isFirst }: LevelRowProps) {
  const text = useText();
  const kind = ([0, 1, 2] as const).find((known) => known === level);
  const mark = markOf(level, identity);
  return (
    <li className="flex gap-3">
      <Staff mark={mark} isTop={level === identity.level} />
      <div className={`min-w-0 grow py-3 ${isFirst ? '' : 'border-t border-line'}`}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h3 className="text-title">
            {text('kyc.status.level', { level })}{' '}
            {kind !== undefined && (
              <span className="text-label font-normal text-ink-3">{text(`kyc.status.kind.${kind}`)}</span>
            )}
          </h3>
          <Tag {...TAGS[mark]}>{text(`kyc.status.state.${mark}`)}</Tag>
        </div>
        <dl className="mt-2 grid grid-cols-2 gap-3">
          <Limit name={text('kyc.status.withdraw')} amount={withdraw_limit_btc} currency="BTC" />
          <Limit name={text('kyc.status.fiat')} amount={fiat_limit_usdt} currency="USDT" />
        </dl>
      </div>
    </li>
  );
}

function Limit({ name, amount, currency }: { name: string; amount: Amount; currency: string }) {
  const text = useText();
  return (
    <div>
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="font-medium wrap-anywhere">
        {amount === ZERO ? text('kyc.status.none') : `${amountForSpeech(amount)} ${currency}`}
      </dd>
    </div>
  );
}

const GRADUATIONS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const FILLS: Readonly<Record<Mark, string>> = {
  open: 'bg-ok/15',
  verified: 'bg-ok/15',
  under_review:
    'border-t-2 border-t-warn bg-[repeating-linear-gradient(135deg,color-mix(in_srgb,var(--warn)_16%,transparent)_0_4px,transparent_4px_8px)]',
  rejected: 'border-t-2 border-t-warn',
  not_verified: '',
  later: '',
};

/** One level's part of the tide staff beside the list, filled up to the user's level; hatched while it is checked. */
function Staff({ mark, isTop }: { mark: Mark; isTop: boolean }) {
  return (
    <span
      className={`flex w-7 flex-none flex-col justify-between border-l border-ink-3/50 ${FILLS[mark]} ${isTop ? 'border-t-2 border-t-ok' : ''}`}
      aria-hidden="true"
    >
      {GRADUATIONS.map((place) => (
        <i key={place} className="block h-px w-3 bg-ink-3/50" />
      ))}
    </span>
  );
}

const LevelsLoading = () => (
  <Delayed>
    <Skeleton className="h-9 w-60" />
    <Skeleton className="mt-2 h-5 w-full" />
    <Skeleton className="mt-5 h-72 rounded-card" />
    <Skeleton className="mt-5 h-48 rounded-card" />
  </Delayed>
);
