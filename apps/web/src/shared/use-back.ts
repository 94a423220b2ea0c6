import { useNavigate } from 'react-router';
import { MARKET_PATH } from './return-address.ts';

/** One step back, or to `otherwise` when this page was the first: a link or a cold start (spec: the quotation tab). */
export function useBack(otherwise: string = MARKET_PATH): () => void {
  const navigate = useNavigate();
  return () => void (isFirstPage() ? navigate(otherwise, { replace: true }) : navigate(-1));
}

/** The router counts the pages before this one in the state of the browser's history, also when an address is replaced. */
function isFirstPage(): boolean {
  const state = history.state as { idx?: unknown } | null; // Ours, or nobody's.
  return state === null || state.idx === 0;
}
