import { useLocation, useNavigate } from 'react-router';
import { MARKET_PATH } from './return-address.ts';

/** One step back, or to `otherwise` when this page was the first: a link or a cold start (spec: the quotation tab). */
export function useBack(otherwise: string = MARKET_PATH): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise, { replace: true }) : navigate(-1));
}
