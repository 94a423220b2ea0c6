import { useLocation, useNavigate } from 'react-router';

/** One step back, or to `otherwise` when this page was the first: a link or a cold start. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise, { replace: true }) : navigate(-1));
}
