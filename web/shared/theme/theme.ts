import { createTheme } from '@mantine/core';

import controls from './controls.module.css';
import overlays from './overlays.module.css';

const outCurve = 'cubic-bezier(0.2, 0, 0, 1)';
const fadeRise = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'translateY(var(--space-2))' },
  transitionProperty: 'opacity, transform',
};
// Closing takes two thirds of the time of opening.
const popoverMotion = { transition: 'fade', duration: 120, exitDuration: 80, timingFunction: outCurve } as const;
const modalMotion = { transition: fadeRise, duration: 180, exitDuration: 120, timingFunction: outCurve };

const drawerMotion = { duration: 220, exitDuration: 150, timingFunction: outCurve };

/**
 * The theme of Mantine. Sizes: `sm` 30 px in tables and cards, `md` 36 px (default), `lg` 44 px on phones, at sign-in
 * and for the main button of a page.
 */
export const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-caption)',
    sm: 'var(--text-small)',
    md: 'var(--text-body)',
    lg: 'var(--text-section)',
    xl: 'var(--text-page)',
  },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  radius: {
    xs: 'var(--radius-tag)',
    sm: 'var(--radius-control)',
    md: 'var(--radius-box)',
    lg: 'var(--radius-card)',
    xl: 'var(--radius-modal)',
  },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  defaultRadius: 'sm',
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  // Plain objects, not `Menu.extend(...)`, which would add each component to the first load.
  components: {
    Button: { defaultProps: { size: 'md' }, classNames: { root: controls['button'] } },
    ActionIcon: {
      defaultProps: { size: 'md', variant: 'subtle' },
      classNames: { root: controls['actionIcon'] },
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      classNames: {
        root: controls['field'],
        label: controls['label'],
        error: controls['fieldError'],
        description: controls['help'],
      },
    },
    Input: {
      defaultProps: { size: 'md' },
      classNames: {
        wrapper: controls['inputWrapper'],
        input: controls['input'],
        section: controls['section'],
      },
    },
    PasswordInput: {
      classNames: { innerInput: controls['innerInput'], visibilityToggle: controls['reveal'] },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        // Rendered next to the target: at the end of the document it would be outside all landmarks.
        withinPortal: false,
        floatingStrategy: 'fixed',
        transitionProps: popoverMotion,
        events: { hover: true, focus: true, touch: true },
      },
      classNames: { tooltip: overlays['tooltip'] },
    },
    Popover: {
      defaultProps: { transitionProps: popoverMotion, shadow: 'md' },
      classNames: { dropdown: overlays['popover'] },
    },
    Menu: {
      defaultProps: { transitionProps: popoverMotion, shadow: 'md' },
      classNames: {
        dropdown: overlays['menu'],
        item: overlays['menuItem'],
        itemSection: overlays['menuSection'],
        divider: overlays['menuDivider'],
        label: overlays['menuLabel'],
      },
    },
    Modal: {
      defaultProps: { radius: 'xl', shadow: 'xl', centered: true, transitionProps: modalMotion },
      classNames: {
        content: overlays['modal'],
        header: overlays['modalHeader'],
        title: overlays['modalTitle'],
        overlay: overlays['scrim'],
      },
    },
    // Our drawers are composed of `Drawer.Root` and its parts. The defaults of the root have this name.
    DrawerRoot: { defaultProps: { shadow: 'xl', transitionProps: drawerMotion } },
    ModalRoot: { defaultProps: { radius: 'xl', shadow: 'xl', centered: true, transitionProps: modalMotion } },
    Drawer: {
      classNames: {
        content: overlays['drawer'],
        header: overlays['modalHeader'],
        title: overlays['modalTitle'],
        overlay: overlays['scrim'],
      },
    },
    Skeleton: { classNames: { root: controls['skeleton'] } },
  },
});
