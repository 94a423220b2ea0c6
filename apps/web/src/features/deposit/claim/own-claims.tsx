import { amountForSpeech, Button, CoinIcon, Tag } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { CLAIM_TONES, type Claim, isOpen, outcomeOf } from './claim-view.ts';
import { claimsQuery } from './claims-query.ts';

/** Ended reports that are shown at first: open ones are always shown. */
const ENDED_SHOWN = 1;

/**
 * Lists what the user reported as missing, with what came of it; nothing for a user who never did, and while it cannot be
 * read: the deposits below say that.
 */
export function OwnClaims() {
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(claimsQuery(useSessionScope()));
  const claims = data?.pages.flatMap(({ list }) => list) ?? [];
  if (claims.length === 0) return null;
  const shown = isWhole
    ? claims
    : [...claims.filter(isOpen), ...claims.filter((it) => !isOpen(it)).slice(0, ENDED_SHOWN)];
  const isMore = shown.length < claims.length || hasNextPage;
  const showMore = () => {
    if (isWhole) void fetchNextPage();
    else setWhole(true);
  };
  return (
    <section aria-label={text('deposit.claim.list')} className="border-b border-line pb-2">
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3">{text('deposit.claim.list')}</h2>
      <ul>
        {shown.map((claim) => (
          <ClaimRow key={String(claim.id)} claim={claim} />
        ))}
      </ul>
      {isMore && (
        <div className="flex justify-center">
          <Button size="small" tone="plain" busy={isFetchingNextPage} onClick={showMore}>
            {text('deposit.claim.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ClaimRow({ claim }: { claim: Claim }) {
  const text = useText();
  const moment = useMoment();
  const { isHidden } = useHiddenAmounts();
  const { currency, chain, stated, state, note, created_at: sent } = claim;
  const outcome = isHidden && claim.amount !== null ? undefined : outcomeOf(claim);
  return (
    <li className="row items-start py-2">
      <CoinIcon code={currency} size={32} />
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {isHidden ? HIDDEN : amountForSpeech(stated)} {currency}
          <Tag tone={CLAIM_TONES[state]}>{text(`deposit.claim.state.${state}`)}</Tag>
        </span>
        <span className="row__s block">
          {networkName(chain)} · {moment(sent)}
        </span>
        {outcome !== undefined && (
          <span className="mt-1 block text-label text-ink-2">{text(outcome.key, outcome.params)}</span>
        )}
        {note !== null && <span className="mt-1 block text-label wrap-anywhere text-ink-2">{note}</span>}
      </span>
    </li>
  );
}
