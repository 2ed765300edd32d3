import {
  IconBook2,
  IconCalendarEvent,
  IconChartBar,
  IconReceipt2,
  IconScan,
  IconSettings,
  IconShoppingBag,
  IconTicket,
  IconUsers,
} from "@tabler/icons-react";

/**
 * The pages of the navigation rail, each with its main procedure and its key after `g`. Only people who may
 * call the procedure see the page. The settings have `staff.ownPin.get`, because all roles may call it, but
 * only after a sign-in with the password.
 */
export const places = [
  { name: "till", href: "/till", key: "t", needs: "staff.till.lookup", icon: IconScan },
  {
    name: "redemptions",
    href: "/redemptions",
    key: "r",
    needs: "staff.redemptions.list",
    icon: IconReceipt2,
  },
  {
    name: "customers",
    href: "/customers",
    key: "c",
    needs: "staff.customers.search",
    icon: IconUsers,
  },
  {
    name: "bookings",
    href: "/bookings",
    key: "b",
    needs: "staff.bookings.list",
    icon: IconCalendarEvent,
  },
  { name: "sales", href: "/sales", key: "a", needs: "staff.sales.list", icon: IconShoppingBag },
  {
    name: "vouchers",
    href: "/vouchers",
    key: "v",
    needs: "staff.vouchers.list",
    icon: IconTicket,
  },
  {
    name: "catalogue",
    href: "/catalogue",
    key: "l",
    needs: "staff.catalogue.rewards.list",
    icon: IconBook2,
  },
  {
    name: "overview",
    href: "/overview",
    key: "o",
    needs: "staff.overview.numbers",
    icon: IconChartBar,
  },
  { name: "settings", href: "/settings", key: "s", needs: "staff.ownPin.get", icon: IconSettings },
] as const;
