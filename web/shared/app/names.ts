/**
 * The names that an app gives to its areas and to the pages below them. Each app declares its own:
 *
 *     declare module '@shared/app/names' {
 *       interface AppNames {
 *         area: 'orders' | 'profile';
 *         page: 'order-detail';
 *       }
 *     }
 *
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface AppNames {}

/** An area of the app: an entry of its sidebar, and the first part of the paths of its pages. */
export type Area = AppNames extends { area: infer Names extends string } ? Names : 'area';

/** A page below an area. */
export type SubPage = AppNames extends { page: infer Names extends string } ? Names : 'page';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The area of a page. It highlights the entry in the sidebar and gives the header its title. */
    area?: Area;
    /** A page below the area. It gives the breadcrumb its end, and the header of phones its title. */
    page?: SubPage;
  }
}
