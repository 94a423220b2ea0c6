import { NETWORKS } from '@app/domain/payee';
import { formatDecimal } from '@app/money';
import { AddressText, CopyText, Icon, Note, Tag } from '@app/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type DeskClaim, type LyingCoin, useVoucher } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { ClaimDecision } from './claim-decision.tsx';
import { CLAIM_TONES, lyingFor } from './claim-rules.ts';

type Props = { row: DeskClaim; coins: readonly LyingCoin[]; at: number };

/** Shows one report: what its user says, what lies unexplained on the chain, the picture, and the decision. */
export function ClaimPane({ row, coins, at }: Props) {
  return (
    <>
      <Report row={row} at={at} />
      <Lying row={row} coins={coins} at={at} />
      <Voucher row={row} />
      <ClaimDecision row={row} coins={coins} />
    </>
  );
}

function Report({ row, at }: Omit<Props, 'coins'>) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { currency, chain, created_at: sent, tx_hash: hash, explorer, address, amount } = row;
  const copy = { copiedLabel: say('frame.copied'), onFailure: () => undefined };
  return (
    <section aria-label={say('claims.pane')}>
      <div className="d-title">
        <h2 className="ident">{String(row.id)}</h2>
        <Tag tone={CLAIM_TONES[row.state]}>{say(`claims.state.${row.state}`)}</Tag>
      </div>
      <div className="d-px grid gap-1 pb-2">
        <p className="text-h2 wrap-anywhere">
          {groupDigits(formatDecimal(row.stated))}{' '}
          <small className="text-label font-normal text-ink-2">
            {currency} · {NETWORKS[chain]}
          </small>
        </p>
        <p className="font-normal text-ink-3">
          {say('claims.sent', { time: momentText(sent, language), age: durationText(at - sent, language) })}
        </p>
      </div>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('withdrawals.user')}>
          <Link className="ident text-brand" to={`/users/${row.user_id}`}>
            {String(row.user_id)}
          </Link>
          {' · '}
          {say('user.level', { level: row.level })}
        </Fact>
        <Fact name={say('claims.address')}>
          {address === null ? (
            say('claims.no_address')
          ) : (
            <>
              <AddressText address={address} />
              <CopyText text={address} label={say('withdrawals.copy_address')} {...copy} />
            </>
          )}
        </Fact>
        <Fact name={say('withdrawals.tx')}>
          {hash === null ? (
            say('claims.no_tx')
          ) : (
            <>
              <CopyText text={hash} label={say('withdrawals.copy_tx')} {...copy} />
              {explorer !== null && (
                <a className="text-brand" href={explorer} target="_blank" rel="noreferrer noopener">
                  {say('claims.explorer')}
                </a>
              )}
            </>
          )}
        </Fact>
        {amount !== null && (
          <Fact name={say('claims.found')}>
            <b>
              {groupDigits(formatDecimal(amount))} {currency}
            </b>
          </Fact>
        )}
        {row.refused_because !== null && (
          <Fact name={say('claims.refused')}>
            {say(`claims.refusal.${row.refused_because}`)}
            {row.note !== null && <> · {row.note}</>}
          </Fact>
        )}
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What can be credited at most: coins of this chain that nothing explains. */
function Lying({ row, coins, at }: Props) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const lying = lyingFor(row, coins);
  return (
    <section>
      <div className="d-title d-cut">
        <h3>{say('claims.lying')}</h3>
        {lying !== undefined && (
          <small>
            {say('books.compared', { time: durationText(Math.max(at - lying.coin.compared_at, 0), language) })}
          </small>
        )}
      </div>
      {lying === undefined ? (
        <p className="d-px pb-2 text-warn">{say('claims.not_compared')}</p>
      ) : (
        <div className="d-px grid gap-2 pb-2">
          <p>
            <b>{groupDigits(formatDecimal(lying.free))}</b> {row.currency} · {NETWORKS[row.chain]}
          </p>
          {lying.coin.difference !== 0n && (
            <p role="alert" className="flex items-center gap-2 text-danger">
              <Icon name="warn" size={16} />
              {say('claims.differs')}
            </p>
          )}
          <Note icon="info">{say('claims.lying_about')}</Note>
        </div>
      )}
    </section>
  );
}

/** The picture is opened by a click, because every reading is recorded; its pixels are drawn and have no address. */
function Voucher({ row }: { row: DeskClaim }) {
  const say = useSay();
  const [isAsked, setAsked] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: bitmap, isError, refetch } = useVoucher(row.id, isAsked);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (bitmap === undefined || !context) return;
    context.canvas.width = bitmap.width;
    context.canvas.height = bitmap.height;
    context.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <section>
      <div className="d-title d-cut">
        <h3>{say('claims.voucher')}</h3>
        <small>{say('claims.voucher_about')}</small>
      </div>
      <div className="d-px pb-3">
        {!isAsked ? (
          <button type="button" className="d-btn" onClick={() => setAsked(true)}>
            <Icon name="eye" size={16} />
            {say('claims.open_voucher')}
          </button>
        ) : isError ? (
          <button type="button" className="d-btn" onClick={() => void refetch()}>
            {say('review.picture_failed')}
          </button>
        ) : bitmap === undefined ? (
          <span className="text-ink-3">{say('frame.loading')}</span>
        ) : (
          <canvas
            ref={canvas}
            className="h-auto w-full"
            role="img"
            aria-label={say('claims.voucher')}
            onContextMenu={(event) => event.preventDefault()}
          />
        )}
      </div>
    </section>
  );
}
