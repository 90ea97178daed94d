import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ComponentProps, Ref } from 'react';

import classes from './nav-item.module.css';
import { Tag } from './tag';

interface FaceProps {
  icon: TablerIcon;
  label: string;
  /** Shows only the icon. The label stays for screen readers. */
  iconOnly?: boolean | undefined;
  tag?: string | undefined;
  /** How many things wait there; none is not shown. */
  count?: number | undefined;
}

function Face({ icon: Icon, label, iconOnly = false, tag, count = 0 }: FaceProps) {
  if (iconOnly) {
    return (
      <>
        <Icon aria-hidden />
        <VisuallyHidden component="span">{[label, tag, count || ''].join(' ').trim()}</VisuallyHidden>
      </>
    );
  }
  return (
    <>
      <Icon aria-hidden />
      <span className={classes['label']}>{label}</span>
      {tag ? <Tag>{tag}</Tag> : null}
      {count > 0 ? <span className={classes['count']}> {count}</span> : null}
    </>
  );
}

type AnchorProps = FaceProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

function NavAnchor({ icon, label, iconOnly, tag, count, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classes['item']} data-icon-only={iconOnly || undefined}>
      <Face icon={icon} label={label} iconOnly={iconOnly} tag={tag} count={count} />
    </a>
  );
}

/** A menu entry that links to a page. `aria-current` marks the open page. */
export const NavLink = createLink(NavAnchor);

/** A menu entry that runs an action, such as signing out. */
export function NavButton({
  icon,
  label,
  iconOnly,
  tag,
  ...rest
}: Omit<FaceProps, 'count'> & ComponentProps<'button'>) {
  return (
    <UnstyledButton {...rest} className={classes['item']} data-icon-only={iconOnly || undefined}>
      <Face icon={icon} label={label} iconOnly={iconOnly} tag={tag} />
    </UnstyledButton>
  );
}

/** A menu entry whose page the user may not open. Tab still reaches it, so that its reason can be read. */
export function NavClosed({ icon, label, iconOnly, tag, count, ...rest }: FaceProps & ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      className={classes['item']}
      data-icon-only={iconOnly || undefined}
      role="link"
      aria-disabled
      tabIndex={0}
    >
      <Face icon={icon} label={label} iconOnly={iconOnly} tag={tag} count={count} />
    </span>
  );
}

/** A placeholder for a menu entry while it is unknown whether the user has it. */
export function NavPending({ iconOnly }: { iconOnly?: boolean | undefined }) {
  return (
    <span className={classes['item']} data-pending data-icon-only={iconOnly || undefined}>
      <span className={classes['block']} />
    </span>
  );
}
