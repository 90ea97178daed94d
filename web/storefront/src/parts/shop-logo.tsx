import { useState } from 'react';

import { initialsOf } from './initials';

/** The logo of the shop, or its initials where there is none or it cannot be loaded. */
export function ShopLogo({ name, logo }: { name: string; logo: string }) {
  const [failed, setFailed] = useState('');
  const shown = logo !== '' && logo !== failed;
  return (
    <span
      className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-[10px] bg-ground font-semibold tracking-tight text-link"
      aria-hidden="true"
    >
      {shown ? (
        <img src={logo} alt="" className="size-full object-contain" onError={() => setFailed(logo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
