import { useInstallOffer } from '../../../data/app/install-offer.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { type InstallMethod, installMethod } from './install-method.ts';

/** Returns how the app can be installed on this device. */
export function useInstallMethod(): InstallMethod {
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined);
  return installMethod({
    isStandalone: matchMedia('(display-mode: standalone)').matches,
    hasOffer,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });
}

/**
 * Prompts the browser's installer. An install offer can be used once; a browser that prompts again issues a new one.
 */
export const useInstall = () =>
  useSubmit({
    mutationFn: async () => {
      const { offer } = useInstallOffer.getState();
      const answer = await offer?.prompt();
      useInstallOffer.setState({ offer: undefined });
      return answer?.outcome;
    },
  });
