import { useNavigate } from 'react-router';
import { MARKET_PATH } from './return-address.ts';

/**
 * Returns a function that goes one step back, or to `otherwise` when this page was the first: a link or a cold start
 * (spec: the quotation tab).
 */
export function useBack(otherwise: string = MARKET_PATH): () => void {
  const navigate = useNavigate();
  return () => void (isFirstPage() ? navigate(otherwise, { replace: true }) : navigate(-1));
}

/**
 * Reports whether this is the first page. The router counts earlier pages in the browser's history state, also when a
 * URL is replaced.
 */
function isFirstPage(): boolean {
  const state = history.state as { idx?: unknown } | null; // Set by the router, or null.
  return state === null || state.idx === 0;
}
