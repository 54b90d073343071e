//! The macros of description.rs.

/// A part of the state, with the names of its fields in canonical order.
macro_rules! part {
    ($part:ident { $($key:literal $field:ident: $type:ty,)* } $(with { $own:ident: $own_type:ty })?) => {
        /// See plugins/king/state.py.
        #[derive(Clone, Debug, Default)]
        pub struct $part {
            $(pub $field: $type,)*
            $(pub $own: $own_type,)?
        }

        impl $crate::export::Canonical for $part {
            fn write(&self, writer: &mut $crate::export::Writer) {
                writer.map([$($key),*].len());
                $(writer.field($key, &self.$field);)*
            }

            fn read(reader: &mut $crate::import::Reader) -> $crate::import::Read<Self> {
                reader.map([$($key),*].len())?;
                Ok(Self { $($field: reader.field($key)?,)* $($own: Default::default(),)? })
            }
        }
    };
}

/// A content record, as plugins/king/compiled encodes it.
macro_rules! record {
    ($record:ident { $($key:literal $field:ident: $type:ty,)* }) => {
        /// See plugins/king/records.py and plugins/king/profile.py.
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $record {
            $(#[serde(rename = $key)] pub $field: $type,)*
        }
    };
}

/// The texts that fields of records allow.
macro_rules! choices {
    ($($choice:ident { $($name:ident = $text:literal),* })*) => {
        $(
            #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
            pub enum $choice { $(#[serde(rename = $text)] $name),* }
        )*
    };
}

/// Numbers of the rules that no record has.
macro_rules! numbers {
    ($($field:ident: $type:ty,)*) => {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Numbers { $(pub $field: $type,)* }
    };
}

/// The purposes of rolls: the names of the random streams.
macro_rules! rolls {
    ($($name:ident = $text:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Roll { $($name),* }
        pub const ROLLS: &[&str] = &[$($text),*];
    };
}

macro_rules! kinds {
    ($($name:ident = $tag:literal $([$($field:literal),*])?,)*) => {
        /// Kinds of commands and events.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind { $($name),* }

        /// Tag and text fields by kind.
        pub const KINDS: &[(&str, &[&str])] = &[$(($tag, &[$($($field),*)?])),*];
    };
}
