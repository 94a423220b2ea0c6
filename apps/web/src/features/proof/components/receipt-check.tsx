import { useQuery } from '@tanstack/react-query';
import { CallRefused } from '../../../shared/call-refused.ts';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { MarketGone, receiptCheckQuery } from '../api/check-receipt.ts';
import { CannotCheck } from '../api/price-check.ts';
import { receiptCommand } from '../model/receipt-evidence.ts';
import { CheckLoading } from './check-loading.tsx';
import { CheckedReceipt } from './checked-receipt.tsx';
import { CannotCheckHere, NoReceipt, NotFetched } from './no-evidence.tsx';
import { receiptTitle } from './receipt-verdict.tsx';

type Props = { id: string; markets: readonly MarketInfo[] };

/** Fetches the receipt of one trade with the house, recomputes it here, and shows everything it was computed from. */
export function ReceiptCheck({ id, markets }: Props) {
  const text = useText();
  const { data: check, error, isFetching, refetch } = useQuery(receiptCheckQuery(id, markets));
  const status = check === undefined ? isFetching && text('proof.checking') : receiptTitle(check.verdict.kind, text);
  return (
    <>
      <p className="sr-only" role="status">
        {status}
      </p>
      {check !== undefined && <CheckedReceipt check={check} />}
      {check === undefined && isFetching && <CheckLoading />}
      {check === undefined && !isFetching && <NoCheck id={id} error={error} retry={() => void refetch()} />}
    </>
  );
}

type NoCheckProps = { id: string; error: unknown; retry: () => void };

function NoCheck({ id, error, retry }: NoCheckProps) {
  if (error instanceof CannotCheck) return <CannotCheckHere command={receiptCommand(location.origin, id)} />;
  if (error instanceof CallRefused && error.code === 'not_found') return <NoReceipt why="none" />;
  if (error instanceof MarketGone) return <NoReceipt why="gone_market" />;
  return <NotFetched error={error} retry={retry} what="trade" />;
}
