import {
  IconBuildingStore,
  IconCalendarCog,
  IconCalendarOff,
  IconDeviceTablet,
  IconHistory,
  IconKey,
  IconMail,
  IconMailForward,
  IconPassword,
  IconRubberStamp,
  IconShieldLock,
  IconUserCircle,
  IconUsersGroup,
} from "@tabler/icons-react";

/** The pages of the settings, each with its main procedure: the person, the shop, its rules, what happened. */
export const sections = [
  {
    name: "account",
    href: "/settings/account",
    needs: "staff.ownPin.get",
    icon: IconUserCircle,
  },
  {
    name: "stores",
    href: "/settings/stores",
    needs: "staff.settings.stores.list",
    icon: IconBuildingStore,
  },
  {
    name: "staff",
    href: "/settings/staff",
    needs: "staff.settings.staff.list",
    icon: IconUsersGroup,
  },
  {
    name: "devices",
    href: "/settings/devices",
    needs: "staff.settings.devices.list",
    icon: IconDeviceTablet,
  },
  {
    name: "policy",
    href: "/settings/policy",
    needs: "staff.settings.policy.get",
    icon: IconPassword,
  },
  {
    name: "programme",
    href: "/settings/programme",
    needs: "staff.programme.get",
    icon: IconRubberStamp,
  },
  {
    name: "bookings",
    href: "/settings/bookings",
    needs: "staff.settings.bookings.get",
    icon: IconCalendarCog,
  },
  {
    name: "messages",
    href: "/settings/messages",
    needs: "staff.settings.messageTemplates.list",
    icon: IconMail,
  },
  {
    name: "outbox",
    href: "/settings/outbox",
    needs: "staff.settings.outbox.list",
    icon: IconMailForward,
  },
  { name: "tokens", href: "/settings/tokens", needs: "staff.settings.tokens.list", icon: IconKey },
  { name: "audit", href: "/settings/audit", needs: "staff.audit.list", icon: IconHistory },
  {
    name: "security",
    href: "/settings/security",
    needs: "staff.securityEvents.list",
    icon: IconShieldLock,
  },
  {
    name: "retention",
    href: "/settings/retention",
    needs: "staff.settings.policy.get",
    icon: IconCalendarOff,
  },
] as const;
