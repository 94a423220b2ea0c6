import { CallRefused } from '@app/client/call';
import { useQuery } from '@tanstack/react-query';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { CheckLoading } from '../check/check-loading.tsx';
import { CannotCheckHere, NoReceipt, NotFetched } from '../check/no-evidence.tsx';
import { CheckedContract, contractTitle } from '../contract/checked-contract.tsx';
import { CheckedConversion, conversionTitle } from '../conversion/checked-conversion.tsx';
import { CannotCheck, MarketGone } from '../price/price-check.ts';
import { CheckedSeconds } from '../seconds/checked-seconds.tsx';
import { type AnyCheck, receiptCheckQuery } from './check-receipt.ts';
import { CheckedReceipt } from './checked-receipt.tsx';
import { receiptCommand } from './receipt-evidence.ts';
import { receiptTitle } from './receipt-verdict.tsx';

type Props = { id: string; markets: readonly MarketInfo[] };

/** Fetches the receipt of one trade with the house, conversion, contract or bet, recomputes it here, and shows everything it was computed from. */
export function ReceiptCheck({ id, markets }: Props) {
  const text = useText();
  const { data: check, error, isFetching, refetch } = useQuery(receiptCheckQuery(id, markets));
  const status = check === undefined ? isFetching && text('proof.checking') : titleOf(check, text);
  return (
    <>
      <p className="sr-only" role="status">
        {status}
      </p>
      {check !== undefined && <Checked check={check} />}
      {check === undefined && isFetching && <CheckLoading />}
      {check === undefined && !isFetching && <NoCheck id={id} error={error} retry={() => void refetch()} />}
    </>
  );
}

function Checked({ check }: { check: AnyCheck }) {
  if (!('what' in check)) return <CheckedReceipt check={check} />;
  switch (check.what) {
    case 'contract':
      return <CheckedContract check={check} />;
    case 'seconds':
      return <CheckedSeconds check={check} />;
    case 'conversion':
      return <CheckedConversion check={check} />;
  }
}

function titleOf(check: AnyCheck, text: Text): string {
  if (!('what' in check)) return receiptTitle(check.verdict, text);
  return check.what === 'conversion' ? conversionTitle(check.verdict, text) : contractTitle(check.verdict, text);
}

type NoCheckProps = { id: string; error: unknown; retry: () => void };

function NoCheck({ id, error, retry }: NoCheckProps) {
  if (error instanceof CannotCheck) return <CannotCheckHere command={receiptCommand(location.origin, id)} />;
  if (error instanceof CallRefused && error.code === 'not_found') return <NoReceipt why="none" />;
  if (error instanceof MarketGone) return <NoReceipt why="gone_market" />;
  return <NotFetched error={error} retry={retry} what="trade" />;
}
