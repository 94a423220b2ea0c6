import { useInstallOffer } from '../../../shared/install-offer.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import { type InstallMethod, installMethod } from '../model/install-method.ts';

/** How this device gets the app. */
export function useInstallMethod(): InstallMethod {
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined);
  return installMethod({
    isStandalone: matchMedia('(display-mode: standalone)').matches,
    hasOffer,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });
}

/** Asks the browser to install. An offer is good for one question; a browser that asks again makes a new one. */
export const useInstall = () =>
  useSubmit({
    mutationFn: async () => {
      const { offer } = useInstallOffer.getState();
      const answer = await offer?.prompt();
      useInstallOffer.setState({ offer: undefined });
      return answer?.outcome;
    },
  });
