import { RECORDS } from '@app/domain/auth';
import { showAmount, ZERO } from '@app/money';
import {
  Button,
  CoinIcon,
  Delayed,
  ErrorPanel,
  Icon,
  type IconName,
  NavBar,
  Note,
  Page,
  PasswordField,
  SkeletonRows,
  showToast,
} from '@app/ui';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { FormRegion } from '../form/form-parts.tsx';
import { useObstacle } from '../form/submit-button.tsx';
import { SECURITY_PATH } from '../security/with-security.tsx';
import { type Closing, obstacleOf, useCancelClosing, useClosing, useDay, useRequestClosing } from './closing.ts';

/** /pages/plus/close */
export default function CloseScreen() {
  const text = useText();
  const { data, error, refetch } = useClosing();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const bar = <NavBar title={text('closing.title')} back={back} />;
  if (data !== undefined)
    return data.closing_at === null ? <Ask bar={bar} closing={data} /> : <Wait bar={bar} closing={data} />;
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={bar}>
      {error === null ? (
        <Delayed>
          <SkeletonRows count={6} />
        </Delayed>
      ) : (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
    </Page>
  );
}

type Props = { bar: ReactNode; closing: Closing };

/** What must be done, what happens, what is kept; then the password. */
function Ask({ bar, closing }: Props) {
  const text = useText();
  const formId = useId();
  const [password, setPassword] = useState('');
  const asking = useRequestClosing();
  const missing = obstacleOf(closing, password);
  const obstacle = useObstacle(missing && text(`closing.missing.${missing}`));
  const submit = (
    <Button
      type="submit"
      form={formId}
      tone="danger"
      size="large"
      wide
      blocked={obstacle !== undefined}
      aria-disabled={obstacle !== undefined}
      busy={asking.isPending}
    >
      {obstacle ?? text('closing.ask')}
    </Button>
  );
  return (
    <Page bar={bar} foot={submit}>
      <div className="px-gutter pt-2 pb-6">
        <p className="text-ink-2">{text('closing.about')}</p>
        <Before closing={closing} />
        <Then closing={closing} />
        <Records closing={closing} />
        {closing.ready && (
          <div className="mt-6">
            <FormRegion id={formId} onSubmit={() => obstacle === undefined && asking.mutate(password)}>
              <PasswordField
                label={text('closing.password')}
                showLabel={text('auth.password.show')}
                hideLabel={text('auth.password.hide')}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                error={describeUnlessGivenUp(asking.error, text)}
              />
            </FormRegion>
          </div>
        )}
      </div>
    </Page>
  );
}

/** The waiting time: when it ends, and the way back. */
function Wait({ bar, closing }: Props) {
  const text = useText();
  const day = useDay();
  const keeping = useCancelClosing(() => showToast(text('closing.keep.done'), 'ok'));
  const problem = describeUnlessGivenUp(keeping.error, text);
  const button = (
    <Button tone="primary" size="large" wide busy={keeping.isPending} onClick={() => keeping.mutate()}>
      {text('closing.keep')}
    </Button>
  );
  return (
    <Page bar={bar} foot={button}>
      <div className="px-gutter pt-2 pb-6">
        <section className="card">
          <p className="text-title" role="status">
            {text('closing.waiting', { date: day(closing.closing_at ?? 0) })}
          </p>
          <p className="mt-1 text-label text-ink-2">{text('closing.waiting.text')}</p>
          {problem !== undefined && (
            <p className="hint hint--error" role="alert">
              {problem}
            </p>
          )}
        </section>
        <Records closing={closing} />
      </div>
    </Page>
  );
}

const Heading = ({ children }: { children: ReactNode }) => <h2 className="mt-6 mb-2 text-title">{children}</h2>;

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2">
      <Icon name={isDone ? 'check-circle' : 'warn'} size={20} />
      <span className="grow">{children}</span>
    </p>
  );
}

const PLACES = 8;

/** Steps before a closing, each done or with the page where it is done. */
function Before({ closing }: { closing: Closing }) {
  const text = useText();
  const real = closing.open.filter(({ book }) => book === 'real').reduce((sum, { count }) => sum + count, 0);
  const isEmpty = closing.left.length === 0;
  const isLittle = closing.ready || (real === 0 && isEmpty);
  return (
    <section>
      <Heading>{text('closing.before')}</Heading>
      <div className="card flex flex-col gap-3">
        <Step isDone={isLittle}>
          {text(isEmpty ? 'closing.money.done' : isLittle ? 'closing.money.little' : 'closing.money.left')}
        </Step>
        {!isEmpty && <Left closing={closing} isLittle={isLittle} />}
        <Step isDone={real === 0}>
          {real === 0 ? text('closing.orders.done') : text('closing.orders.open', { count: real })}
        </Step>
        {real > 0 && (
          <Link className="hit text-brand" to="/pages/transaction/currency_order">
            {text('closing.go.orders')}
          </Link>
        )}
        {closing.open.some(({ book }) => book === 'demo') && (
          <p className="text-label text-ink-2">{text('closing.orders.demo')}</p>
        )}
      </div>
    </section>
  );
}

/** The money that is left, account by account. */
function Left({ closing, isLittle }: { closing: Closing; isLittle: boolean }) {
  const text = useText();
  return (
    <>
      <ul className="flex flex-col gap-2">
        {closing.left.map(({ account, currency, available, frozen }) => (
          <li key={`${account} ${currency}`} className="flex items-center gap-2">
            <CoinIcon code={currency} size={20} />
            <span className="min-w-0 grow text-label text-ink-2">{text(`wallet.account.${account}`)}</span>
            <span className="text-right text-label">
              {showAmount(available, PLACES)} {currency}
              {frozen !== ZERO && (
                <span className="block text-ink-3">
                  {text('closing.in_orders', { amount: showAmount(frozen, PLACES) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-label text-ink-2">{text('closing.dust', { amount: showAmount(closing.dust, 2) })}</p>
      {!isLittle && (
        <Link className="hit text-brand" to="/pages/fund/assets">
          {text('closing.go.assets')}
        </Link>
      )}
    </>
  );
}

function Then({ closing: { days } }: { closing: Closing }) {
  const text = useText();
  const lines: readonly (readonly [IconName, string])[] = [
    ['logout', text('closing.then.devices')],
    ['clock', text('closing.then.wait', { days })],
    ['lock', text('closing.then.end')],
  ];
  return (
    <section>
      <Heading>{text('closing.then')}</Heading>
      <ul className="flex flex-col gap-3">
        {lines.map(([icon, line]) => (
          <li key={icon} className="flex gap-3 text-ink-2">
            <Icon name={icon} size={20} />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The table of what is erased and what is kept, for how long and why. */
function Records({ closing: { records, keep_years: years } }: { closing: Closing }) {
  const text = useText();
  const erased = records.filter(({ after }) => after === 'erased');
  return (
    <section>
      <Heading>{text('closing.erased')}</Heading>
      <ul className="flex flex-col gap-1 text-ink-2">
        {erased.map(({ name }) => (
          <li key={name}>{text(`closing.record.${name}`)}</li>
        ))}
      </ul>
      <Heading>{text('closing.kept', { years })}</Heading>
      <ul className="flex flex-col gap-3">
        {records.map(({ name }) => {
          const rule = RECORDS[name];
          if (rule.after === 'erased') return null;
          return (
            <li key={name}>
              <p>{text(`closing.record.${name}`)}</p>
              <p className="text-label text-ink-2">{text(`closing.why.${rule.why}`)}</p>
            </li>
          );
        })}
      </ul>
      <div className="mt-6">
        <Note icon="save">
          <Link className="hit text-brand" to="/pages/plus/data">
            {text('closing.data')}
          </Link>
        </Note>
      </div>
    </section>
  );
}
