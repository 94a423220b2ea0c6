import { useSearchParams } from 'react-router';
import { useBack } from '../../../data/app/use-back.ts';

/**
 * Returns the back action of a text that registration opens in a tab of its own (`tab=own`): it closes that tab, so that
 * the reader is at the form again. A browser that does not allow it goes back as usual.
 */
export function useLeave(): () => void {
  const [search] = useSearchParams();
  const back = useBack();
  return () => {
    if (search.get('tab') === 'own') window.close();
    back();
  };
}
